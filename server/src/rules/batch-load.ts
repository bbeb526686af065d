import type { Column } from '../catalog/model.ts';
import { type NamedWrite, writesIn } from '../modeling/writes/stale-copies.ts';
import type { Expression } from '../syntax/ast.ts';
import { batchOpening } from './batch-opening.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'batch-load';

/** A batch that only brings many rows of one table at a time. */
export const batchLoad: Rule = {
  code: CODE,
  summary: 'A logged batch loads rows of one table that lie in several partitions.',
  severities: ['information', 'hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const { statement, verdict, segment } = context;
    if (statement.kind === 'insert') return loopFinding(context);
    if (statement.kind !== 'batch' || statement.type !== 'logged' || verdict.kind === 'refused') return [];
    const count = statement.statements.length;
    const inserts = statement.statements.every(({ kind }) => kind === 'insert');
    if (count <= (inserts ? PAIR : ROWS_OF_ONE_THING) || !isLoad(context)) return [];
    const many = count > FEW;
    return [
      {
        code: CODE,
        severity: many ? 'information' : 'hint',
        ...(!many && !inserts && { profile: 'strict' as const }),
        span: batchOpening(statement, segment.text),
        message:
          `Loads ${count} rows of one table, of different partitions: the batch is written to the batch log of two more nodes first, and all ` +
          'of it goes through one coordinator. A batch is for rows that belong together; to load, send the statements one by one, several at a time.',
        related: [],
      },
    ];
  },
};

/** An INSERT that a loop of a program puts into one batch, where each row is a partition. */
function loopFinding({ uri, segment, statement, session, verdict, surroundings }: RuleContext): readonly Finding[] {
  const [written] = writesIn({ statement, session });
  if (written === undefined || verdict.kind === 'refused') return [];
  const { table, write, name } = written;
  if (table.clustering.length > 0 || write.condition !== undefined || write.template === true) return [];
  const { span } = name;
  if (!surroundings.isBatchedInLoop({ uri, segment, span }) || surroundings.copiesOf(table).length > 0) return [];
  return [
    {
      code: CODE,
      severity: 'hint',
      span,
      message:
        `A loop loads rows of \`${table.name}\`, each a partition, with one batch: it is written to the batch log of two more nodes first, and all ` +
        'of it goes through one coordinator. A batch is for rows that belong together; to load, send the statements one by one, several at a time.',
      related: [],
    },
  ];
}

/** Two or three rows may be one change: from here to there. */
const ROWS_OF_ONE_THING = 3;

/** New rows are no change of what is there; two may be the two sides of one thing. */
const PAIR = 2;

const FEW = 10;

/** All of it writes new rows of one table that has no copies, each of another partition. */
function isLoad({ statement, session, surroundings }: RuleContext): boolean {
  const writes = writesIn({ statement, session });
  const [first] = writes;
  if (first === undefined || statement.kind !== 'batch' || writes.length < statement.statements.length) return false;
  const { table } = first;
  if (writes.some((one) => one.table !== table || one.write.template || one.write.condition !== undefined))
    return false;
  const keys = writes.map((write) => table.partitionKey.map((column) => keyValue(write, column)));
  const isBound = keys.every((key) => key.every((value) => value?.kind === 'marker' && value.name === undefined));
  const literals = keys.map((key) =>
    key.every((value) => value?.kind === 'literal')
      ? key.map((value) => (value?.kind === 'literal' ? value.value : '')).join('\0')
      : undefined,
  );
  const areOthers = !literals.includes(undefined) && new Set(literals).size === literals.length;
  // Placeholders of one partition look the same as those of several.
  const mayBeOthers = isBound && table.clustering.length === 0 && writes.length > FEW;
  const areNew = keys.every((key) =>
    key.some((value) => value?.kind === 'call' && OF_ITS_OWN.test(value.function.name.name)),
  );
  return (areOthers || areNew || mayBeOthers) && surroundings.copiesOf(table).length === 0;
}

/** Each call gives another value. */
const OF_ITS_OWN = /^(?:uuid|now|current_?timeuuid)$/i;

function keyValue({ write }: NamedWrite, { name }: Column): Expression | undefined {
  if (write.kind === 'insert') {
    if (write.values.kind !== 'values') return undefined;
    const index = write.values.columns.findIndex((column) => column.name === name);
    return index < 0 ? undefined : write.values.values[index];
  }
  if (write.kind === 'delete') return undefined;
  for (const relation of write.where?.relations ?? []) {
    if (relation.kind === 'column' && relation.column.name === name && relation.operator === '=')
      return relation.operand.kind === 'one' ? relation.operand.value : undefined;
  }
  return undefined;
}
