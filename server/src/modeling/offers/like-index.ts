import { printName } from '../../catalog/names.ts';
import { since, type CassandraRelease } from '../../text/release.ts';
import { afterSchemaChange } from '../proposal/sandbox.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { writtenName } from '../proposal/source.ts';
import { words } from '../proposal/style.ts';
import type { Question } from '../question/question.ts';
import { writtenTable } from './existing-table.ts';
import { filteringEdits, indexName, isAnswered, offerOf, priceOf, withoutFiltering } from './index-offers.ts';

/**
 * An index of SASI for LIKE, where the release and the configuration take one: in its mode CONTAINS it finds a text anywhere in others.
 * None is proposed for beginnings, which a table finds.
 */
export function likeIndex(question: Question): Proposal | undefined {
  const { pattern, session, table, path, style, sandbox } = question;
  const [like, ...others] = pattern.likes;
  if (like === undefined || others.length > 0 || session.target.kind !== 'cassandra' || table.kind !== 'table')
    return undefined;
  if (pattern.select.orderBy.length > 0 || like.pattern?.kind === 'prefix' || like.pattern?.kind === 'exact')
    return undefined;
  const { column } = like;
  if (table.indexes.some(({ targets }) => targets.some((target) => target.column === column.name))) return undefined;
  const name = indexName(table.name, column.name, '_sasi', question);
  const word = (part: string): string => words(part, style);
  const ddl =
    `${word('CREATE CUSTOM INDEX')} ${name} ${word('ON')} ${writtenTable(table, question)} (${writtenName(column)}) ` +
    `${word('USING')} '${SASI}' ${word('WITH OPTIONS')} = {'mode': 'CONTAINS'}`;
  const after = afterSchemaChange(sandbox, ddl);
  if (after === undefined || !isAnswered(after, question)) return undefined;
  const within = path.partitions.kind !== 'all';
  const made = { targets: [{ column, of: 'simple' as const }], ddl: [ddl], names: [name], sandbox: after };
  return offerOf(
    made,
    `Add an SASI index on \`${printName(column.name)}\` (experimental)`,
    withoutFiltering(question),
    question,
    {
      price: priceOf('legacy', within),
      why: 'In its mode CONTAINS it finds a text wherever it stands in others; no key does.',
      notes: [
        'The letters are compared as they are written; an `analyzer_class` makes it blind to upper and lower case.',
        ...(session.configuration === undefined ? switchNote(session.target.release) : []),
      ],
      edits: filteringEdits(question),
      preferred: false,
    },
  );
}

const SASI = 'org.apache.cassandra.index.sasi.SASIIndex';

const switchNote = (release: CassandraRelease): readonly string[] =>
  since(release, '4.0')
    ? [
        `A default install has these indexes switched off: \`${since(release, '4.1') ? 'sasi_indexes_enabled' : 'enable_sasi_indexes'}: true\` in cassandra.yaml.`,
      ]
    : [];
