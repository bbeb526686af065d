import { id, qualified, type Maker } from './maker.ts';
import type { Column, Index, Keyspace, Made, Table } from './model.ts';
import { items } from './items.ts';

/** CREATE INDEX of the three families and their targets, DROP INDEX. */
export function indexStatement(maker: Maker, keyspace: Keyspace, table: Table): Made {
  const { random } = maker;
  if (random.chance(0.12)) return dropIndex(maker, keyspace);
  const column = random.pick(table.columns);
  const family = random.weighted([
    [5, 'legacy'],
    [3, 'sasi'],
    [maker.since(5) ? 5 : 0.2, 'sai'],
  ] as const);
  const targets: readonly Index['target'][] = ['keys', 'values', 'entries', 'full'];
  const target = maker.slip(0.15) ? random.pick(targets) : fittingTarget(maker, column);
  const name = maker.slip(0.05)
    ? random.pick([table.indexes[0]?.name ?? 'i', 'a-b', `i${'x'.repeat(240)}`])
    : maker.mint('i');
  const unnamed = random.chance(0.3);
  const columnText = maker.slip(0.04) ? 'nocolumn' : id(column.name);
  const targetText = target === 'simple' ? columnText : `${target}(${columnText})`;
  const list = maker.slip(0.05)
    ? random.pick(['', `${targetText}, ${targetText}`, `${targetText}, ${id(random.pick(table.columns).name)}`])
    : targetText;
  const tail = family === 'legacy' ? legacyTail(maker) : family === 'sasi' ? sasiTail(maker) : saiTail(maker, column);
  maker.note(
    `CREATE INDEX|${family}|${target}|${column.kind}|${column.type.kind === 'native' ? column.type.name : column.type.kind}`,
  );
  const custom = (family === 'sasi' || (family === 'sai' && random.chance(0.7))) !== maker.slip(0.03);
  return {
    cql: `CREATE ${custom ? 'CUSTOM ' : ''}INDEX ${random.chance(0.12) ? 'IF NOT EXISTS ' : ''}${unnamed ? '' : `${id(name)} `}ON ${qualified(maker, keyspace.name, maker.slip(0.03) ? 'notable' : table.name)} (${list})${tail}`,
    touches: [table.name, ...(unnamed ? [] : [name])],
    change: () =>
      void table.indexes.push({
        name: unnamed ? `${table.name}_${column.name}_idx` : name,
        column: column.name,
        target,
        family,
      }),
  };
}

function fittingTarget({ random }: Maker, { type }: Column): Index['target'] {
  if (type.kind === 'map' && !type.frozen) return random.pick(['keys', 'values', 'entries', 'simple']);
  if ((type.kind === 'list' || type.kind === 'set') && !type.frozen) return random.pick(['values', 'simple']);
  if (type.kind === 'list' || type.kind === 'set' || type.kind === 'map') return 'full';
  return 'simple';
}

function legacyTail(maker: Maker): string {
  const { random } = maker;
  if (maker.slip(0.08))
    return random.pick([
      " USING 'nosuch.Index'",
      " WITH OPTIONS = {'a': 'b'}",
      " USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = {}",
      " USING ''",
      ' WITH OPTIONS = {}',
    ]);
  return maker.since(5) && random.chance(0.1) ? " USING 'legacy_local_table'" : '';
}

function options(entries: readonly string[]): string {
  return entries.length === 0 ? '' : ` WITH OPTIONS = {${entries.join(', ')}}`;
}

function sasiTail(maker: Maker): string {
  const { random } = maker;
  const entries: string[] = [];
  if (random.chance(0.5))
    entries.push(`'mode': '${maker.slip(0.15) ? 'NOMODE' : random.pick(['PREFIX', 'CONTAINS', 'SPARSE', 'prefix'])}'`);
  if (random.chance(0.25)) {
    const analyzer = maker.slip(0.2)
      ? random.pick(['NoAnalyzer', 'AbstractAnalyzer', 'StandardTokenizerImpl', 'StandardTokenizerOptions'])
      : random.pick(['StandardAnalyzer', 'NonTokenizingAnalyzer', 'DelimiterAnalyzer']);
    entries.push(
      `'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.${analyzer}'`,
      `'case_sensitive': '${maker.slip(0.15) ? 'x' : random.pick(['true', 'false'])}'`,
    );
    if (maker.slip(0.3))
      entries.push(
        random.pick(
          items(`
          'normalize_lowercase': 'true'  'normalize_uppercase': 'true'  'delimiter': 'ab'  'delimiter': ''
          'tokenization_min_length': '0'  'tokenization_max_length': '0'  'tokenization_max_length': 'x'
          'tokenization_enable_stemming': 'x'
        `),
        ),
      );
  }
  if (random.chance(0.1))
    entries.push(
      random.pick(
        items(`
        'analyzed': 'true'  'is_literal': 'true'  'max_compaction_flush_memory_in_mb': '10'
        'tokenization_locale': 'en'  'nooption': 'x'  'analyzed': 'x'  'normalize_lowercase': 'true'
      `),
      ),
    );
  return ` USING 'org.apache.cassandra.index.sasi.SASIIndex'${options(entries)}`;
}

function saiTail(maker: Maker, { type }: Column): string {
  const { random } = maker;
  const entries: string[] = [];
  if (random.chance(0.25))
    entries.push(
      `'${random.pick(['case_sensitive', 'normalize', 'ascii'])}': ${maker.slip(0.2) ? random.pick(["'x'", "''", '1']) : random.pick(["'true'", "'false'", 'true'])}`,
    );
  if (type.kind === 'vector' ? random.chance(0.4) : maker.slip(0.1)) {
    entries.push(
      random.pick(
        items(`
        'similarity_function': 'COSINE'  'similarity_function': 'dot_product'  'similarity_function': 'x'
        'optimize_for': 'LATENCY'  'optimize_for': 'x'  'maximum_node_connections': '16'
        'construction_beam_width': '100'  'source_model': 'x'  'maximum_node_connections': 'x'
        'maximum_node_connections': '0'  'maximum_node_connections': '513'  'construction_beam_width': 'x'
        'construction_beam_width': '0'  'construction_beam_width': '3201'
      `),
      ),
    );
  }
  if (maker.slip(0.06))
    entries.push(
      random.pick([
        "'nooption': 'x'",
        "'class_name': 'x'",
        "'target': 'x'",
        "'analyzer': 'x'",
        "'query_analyzer': 'x'",
      ]),
    );
  return ` USING '${maker.slip(0.03) ? 'saix' : random.pick(['sai', 'SAI', 'StorageAttachedIndex', 'org.apache.cassandra.index.sai.StorageAttachedIndex'])}'${options(entries)}`;
}

function dropIndex(maker: Maker, keyspace: Keyspace): Made {
  const { random } = maker;
  const owner = keyspace.tables.find(({ indexes }) => indexes.length > 0 && random.chance(0.5));
  const index = owner?.indexes.at(-1);
  const missing = index === undefined || maker.slip(0.3);
  return {
    cql: `DROP INDEX ${random.chance(0.2) ? 'IF EXISTS ' : ''}${qualified(maker, keyspace.name, missing ? 'noindex' : index.name)}`,
    ...(!missing && { touches: [index.name, owner?.name ?? ''], change: () => void owner?.indexes.pop() }),
  };
}
