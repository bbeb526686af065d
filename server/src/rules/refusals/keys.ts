import { printName, type Table } from '../../catalog/index.ts';
import { writeByCondition, writeByKey } from '../../modeling/index.ts';
import type { Delete, Statement, Update } from '../../syntax/ast.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { keyText, listNames } from '../scan.ts';
import {
  always,
  inItsCase,
  insertAt,
  statementFix,
  type AdviceByCheck,
  type Refusal,
  type TextChange,
} from './advice.ts';
import { contains } from '../../text/span.ts';

/** Refusals about which row a write means. */
export const KEYS: AdviceByCheck = {
  'partition-key-missing': { says: missingKey, fixes: addMissingKey },
  'clustering-key-missing': { says: missingKey, fixes: addMissingKey },
  'set-primary-key': {
    says: ({ name }) =>
      `\`${name}\` is part of the primary key: it says where the row lies, so it cannot change. Insert the row with the new key and delete the old one.`,
  },
  'delete-primary-key': {
    says: ({ name }) =>
      `\`${name}\` is part of the primary key; a row cannot be without it. Delete the whole row instead.`,
  },
  'regular-column-in-write': {
    says: (refusal) => {
      const { table } = writeIn(refusal);
      return table === undefined
        ? undefined
        : `A write finds its row by the primary key, ${keyText([...table.partitionKey, ...table.clustering])}; \`${refusal.name}\` is not part of it. A condition on its value goes behind IF.`;
    },
    fixes: askByIf,
  },
  'partition-key-inequality': {
    says: ({ context: { statement }, name }) =>
      statement.kind === 'select'
        ? undefined
        : `Partitions have no order among themselves: a write names \`${name}\` by \`=\` or IN, and no range of it.`,
  },
  'range-deletion-of-columns': always(
    'A range deletes whole rows. To empty single columns name each row by its full primary key.',
  ),
  'operator-in-write': always('A write names its rows by equality: `=` or IN on the key columns.'),
  'token-in-write': always('token() finds ranges of partitions, for reads; a write names its partition.'),
  'empty-key': { says: ({ name }) => `The partition key cannot be empty, and \`${name}\` is.` },
  'key-bytes': always('A blob in place of another value needs as many bytes as the type of that value.'),
  'indexed-value-size': always(
    'An index holds values of less than 65,535 bytes. Index a hash of the value that is stored beside it.',
  ),
  'long-key': always(
    'A partition key holds at most 65,535 bytes. Store the value in a regular column and its hash in the key.',
  ),
};

function missingKey(refusal: Refusal): string | undefined {
  const { statement, table } = writeIn(refusal);
  if (table === undefined) return undefined;
  const { names } = refusal.refused;
  // Whole partitions, and ranges of their rows, are deleted as well.
  const ofRows = statement.kind === 'delete' && statement.targets.length === 0 && table.clustering.length > 0;
  const what = statement.kind === 'delete' ? 'A deletion' : 'A write';
  if (ofRows && names.every((name) => table.partitionKey.some((column) => column.name === name)))
    return `${what} needs the partition key of \`${table.name}\`, ${keyText(table.partitionKey)}: ${listNames(names)} ${names.length === 1 ? 'is' : 'are'} missing.`;
  const key = [...table.partitionKey, ...table.clustering];
  return `${what} needs the whole primary key of \`${table.name}\`, ${keyText(key)}: ${listNames(names)} ${names.length === 1 ? 'is' : 'are'} missing.`;
}

/** The write that is refused, alone or in a batch, and its table. */
function writeIn({ context, refused: { spans } }: Refusal): Pick<RuleContext, 'statement' | 'table'> {
  const { statement, session } = context;
  if (statement.kind !== 'batch') return context;
  const inner = statement.statements.find(({ span }) => contains(span, spans[0]));
  const [name] = inner === undefined ? [] : tableNamesOf(inner);
  if (inner === undefined || name === undefined) return context;
  const keyspace = name.keyspace?.name ?? session.keyspace ?? '';
  return { statement: inner, table: session.catalog.table(keyspace, name.name.name) };
}

/** With markers for the values, which only the author knows. */
function addMissingKey(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  const byRows = writeOfRows(refusal);
  if (byRows !== undefined) return byRows;
  const changes = additionsTo(statement, refusal);
  return changes === undefined
    ? []
    : [statementFix(refusal, 'add-key', `Add ${listNames(refusal.refused.names)}`, changes)];
}

/** The write of one row that holds only where the row has certain values. */
function askByIf(refusal: Refusal): readonly Fix[] {
  const { uri, segment, statement, table, session, surroundings } = refusal.context;
  if ((statement.kind !== 'update' && statement.kind !== 'delete') || table === undefined) return [];
  const at = { uri, segment, span: statement.span };
  const text = writeByCondition({ statement, at, table, session, surroundings });
  const title = `Ask for ${listNames(refusal.refused.names)} by IF`;
  return text === undefined ? [] : [statementFix(refusal, 'by-condition', title, [{ span: statement.span, text }])];
}

/** The write names rows by something else than their whole key, which the author may know. */
function writeOfRows(refusal: Refusal): readonly Fix[] | undefined {
  const { uri, segment, statement, table, session, surroundings } = refusal.context;
  if ((statement.kind !== 'update' && statement.kind !== 'delete') || table === undefined) return undefined;
  const input = { statement, at: { uri, segment, span: statement.span }, table, session, surroundings };
  const write = writeByKey(input);
  if (write === undefined) return undefined;
  const key = listNames(refusal.refused.names);
  const added = namesKeysOnly(statement, table) ? additionsTo(statement, refusal) : undefined;
  return [
    added === undefined
      ? statementFix(refusal, 'by-key', `Name the row by ${key}`, [{ span: statement.span, text: write }])
      : statementFix(refusal, 'add-key', `Add ${key}`, added),
  ];
}

const namesKeysOnly = ({ where }: Update | Delete, { partitionKey, clustering }: Table): boolean =>
  where?.relations.every(
    (relation) =>
      relation.kind === 'column' && [...partitionKey, ...clustering].some(({ name }) => name === relation.column.name),
  ) === true;

function additionsTo(statement: Statement, refusal: Refusal): readonly TextChange[] | undefined {
  const names = refusal.refused.names.map((name) => printName(name));
  switch (statement.kind) {
    case 'insert': {
      const { values } = statement;
      const column = values.kind === 'values' ? values.columns.at(-1) : undefined;
      const value = values.kind === 'values' ? values.values.at(-1) : undefined;
      if (column === undefined || value === undefined) return undefined;
      return [
        insertAt(column.span.end, names.map((name) => `, ${name}`).join('')),
        insertAt(value.span.end, names.map(() => ', ?').join('')),
      ];
    }
    case 'update':
    case 'delete': {
      const last = statement.where?.relations.at(-1);
      if (last === undefined) return undefined;
      const and = inItsCase(refusal, 'AND');
      return [insertAt(last.span.end, names.map((name) => ` ${and} ${name} = ?`).join(''))];
    }
    default:
      return undefined;
  }
}
