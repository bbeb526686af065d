import { printName, printQualified, printType, type Table } from '../catalog/index.ts';

/** A table as its statement would make it, from the word TABLE on. */
export function tableText(table: Table): string {
  const columns = [...table.columns.values()].map(
    ({ name, type, kind }) => `  ${printName(name)} ${printType(type)}${kind === 'static' ? ' static' : ''}`,
  );
  const partition = table.partitionKey.map(({ name }) => printName(name)).join(', ');
  const clustering = table.clustering.map(({ name }) => `, ${printName(name)}`).join('');
  const order = table.clustering.some(({ order: direction }) => direction === 'DESC')
    ? ` WITH CLUSTERING ORDER BY (${table.clustering.map(({ name, order: direction }) => `${printName(name)} ${direction}`).join(', ')})`
    : '';
  const what = table.kind === 'view' ? 'MATERIALIZED VIEW' : 'TABLE';
  const indexes = table.indexes.map(
    ({ name, targets }) => `-- index ${name} (${targets.map(({ column }) => column).join(', ')})`,
  );
  return [
    `${what} ${printQualified(table.keyspace, table.name)} (`,
    `${[...columns, `  PRIMARY KEY ((${partition})${clustering})`].join(',\n')}`,
    `)${order}`,
    ...indexes,
  ].join('\n');
}
