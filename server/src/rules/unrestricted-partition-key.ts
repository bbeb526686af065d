import type { Table } from '../catalog/model.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { hasFewValues } from '../modeling/evidence/few-values.ts';
import { everyUseOf } from '../modeling/evidence/surroundings.ts';
import type { Select } from '../syntax/ast.ts';
import { isListOfChoices, isSmallInAll } from '../modeling/evidence/small-tables.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import { keyDeclaredHere, keyText, listNames, scanOf, type Scan } from './scan.ts';
import { serverName } from '../text/release.ts';
import { proposalFixes } from './proposal-fixes.ts';

/** The partition key is not given and no index answers: Cassandra refuses, or reads every partition. */
export const unrestrictedPartitionKey: Rule = {
  code: 'unrestricted-partition-key',
  summary: 'A query does not say which partition to read.',
  severities: ['error', 'warning', 'information', 'hint'],
  profile: 'recommended',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  answeredBy: 'proposals',
  check(context) {
    const scan = scanOf(context);
    if (scan === undefined) return openRangeIn(context);
    if (scan.cause.kind !== 'open') return [];
    // Of a list of all countries that has a row for each there is no other way to read it.
    const isList =
      scan.server === undefined && scan.select.where === undefined && isShortList(scan.table, context.surroundings);
    return isList ? [] : [findingOf(context, scan)];
  },
  fixes: proposalFixes,
};

/** The whole key is a column of few values: there are no more rows than values. */
function isShortList(table: Table, surroundings: RuleContext['surroundings']): boolean {
  const [only, ...others] = [...table.partitionKey, ...table.clustering];
  return only !== undefined && others.length === 0 && hasFewValues(only, declaredOf(table, surroundings));
}

/** A range of tokens that nothing ends: neither its other end, nor a LIMIT, nor queries of the project for the parts before it. */
function openRangeIn({ uri, statement, table, path, verdict, surroundings }: RuleContext): readonly Finding[] {
  if (statement.kind !== 'select' || statement.template || verdict.kind !== 'accepted' || table === undefined)
    return [];
  if (path?.tokenRange !== true || path.partitions.kind !== 'all' || path.index !== undefined) return [];
  if (table.system || table.kind !== 'table' || table.partial || surroundings.isProgram(uri)) return [];
  const [range, ...others] = tokenRangesIn(statement);
  if (range === undefined || others.length > 0 || !LOWER.has(range.operator) || statement.limit !== undefined)
    return [];
  const isLastPart = everyUseOf(surroundings, table).some(
    ({ statement: use }) => use.kind === 'select' && tokenRangesIn(use).some(({ operator }) => !LOWER.has(operator)),
  );
  if (isLastPart || isSmallInAll(declaredOf(table, surroundings))) return [];
  const columns = range.columns.map(({ text }) => text).join(', ');
  return [
    {
      code: 'unrestricted-partition-key',
      severity: 'hint',
      span: range.span,
      message:
        `Reads \`${statement.from!.name.text}\` from there to the end of the ring. Give the range its other end ` +
        `(\`token(${columns}) <= ?\`) to read a part of it, or a LIMIT.`,
      related: [],
    },
  ];
}

type TokenRange = Extract<NonNullable<Select['where']>['relations'][number], { kind: 'token' }>;

const tokenRangesIn = ({ where }: Select): readonly TokenRange[] =>
  (where?.relations ?? []).filter((relation) => relation.kind === 'token');

const LOWER: ReadonlySet<string> = new Set(['>', '>=']);

function findingOf(context: RuleContext, { select, table, cause, server, unlessSearched }: Scan): Finding {
  const missing = cause.kind === 'open' ? cause.missing.map(({ name }) => name) : [];
  const given = [...new Set(context.path!.restricted.map(({ column }) => column.name))];
  const from = select.from!.name.text;
  const related = keyDeclaredHere(table);
  if (server !== undefined || unlessSearched) {
    const gives =
      given.length === 0
        ? `the query gives none of it, and ${serverName(context.session)} refuses it`
        : `${listNames(given)} alone ${given.length === 1 ? 'finds' : 'find'} no partition, and ${serverName(context.session)} refuses the query`;
    const unless = unlessSearched ? ', unless a search index answers it' : '';
    return {
      code: 'unrestricted-partition-key',
      severity: unlessSearched ? 'warning' : 'error',
      span: context.path!.restricted.find(({ relation }) => relation !== undefined)?.span ?? select.from!.span,
      message: `\`${from}\` is partitioned by ${keyText(table.partitionKey)}; ${gives}${unless}.${indexText(context, table)}${innerText(select, context.session.target.kind === 'cassandra')}`,
      ...(server !== undefined && { server }),
      related,
    };
  }
  if (
    select.where === undefined &&
    (context.forTests ||
      (!context.forProduction && (isLook(select) || OF_PEOPLE.test(context.file))) ||
      ((isLook(select) || countsRows(select)) && fillsIt(context)))
  ) {
    return {
      code: 'unrestricted-partition-key',
      severity: 'information',
      span: select.from!.span,
      message: `Reads every partition of \`${from}\`, on every node: fine for a look at a few rows, not as a query of an application.`,
      related,
    };
  }
  if (select.where === undefined && isLook(select) && select.limit !== undefined) {
    return {
      code: 'unrestricted-partition-key',
      severity: 'information',
      span: select.from!.span,
      message:
        `Reads partitions of \`${from}\` in token order until LIMIT is reached: no ${listNames(missing, 'or')} is given. ` +
        `Fine for a look at the data; not a query of an application.`,
      related,
    };
  }
  const isDeclared = isSmallInAll(declaredOf(table, context.surroundings));
  if (isDeclared || (select.where === undefined && isListOfChoices(table))) {
    return {
      code: 'unrestricted-partition-key',
      severity: 'information',
      span: select.from!.span,
      message: `Reads every partition of \`${from}\`, on every node: ${isDeclared ? 'fine while it has as few rows as `@rows` declares' : 'fine while it is a short list'}.`,
      related,
    };
  }
  return {
    code: 'unrestricted-partition-key',
    severity: 'warning',
    span: select.from!.span,
    message: `Reads every partition of \`${from}\`, on every node: no ${listNames(missing, 'or')} is given.`,
    related,
  };
}

/** Pages, and scripts that a person runs. */
const OF_PEOPLE = /\.(?:md|markdown|sh|bash|zsh)$/i;

/** Indexes of the old kind on what the query gives by a range or a list. */
const indexText = ({ path }: RuleContext, { indexes }: Table): string =>
  indexes
    .filter(
      ({ family, targets }) =>
        family === 'legacy' &&
        path!.restricted.some(
          ({ by, column }) => by === 'range' && targets.some((target) => target.column === column.name),
        ),
    )
    .map(({ name }) => ` The index \`${name}\` answers \`=\` only.`)
    .join('');

/** LIKE with `%` on both sides. */
const innerText = ({ where }: Scan['select'], isCassandra: boolean): string =>
  where?.relations.some(
    (relation) =>
      relation.kind === 'column' &&
      relation.operator === 'LIKE' &&
      relation.operand.kind === 'one' &&
      relation.operand.value.kind === 'literal' &&
      /^%[^]*%$/.test(relation.operand.value.value),
  ) === true
    ? ` No key finds a text in the middle of others: that is the work of a search engine${isCassandra ? ', or of an SASI index where these are switched on' : ''}.`
    : '';

/** The script writes constants into the table, and then looks at what is in it. */
function fillsIt({ uri, table, session, surroundings }: RuleContext): boolean {
  const filled = table?.base === undefined ? table : session.catalog.table(table.keyspace, table.base.table);
  if (filled === undefined) return false;
  return surroundings
    .usesOf(filled)
    .some(
      ({ uri: other, statement }) =>
        other === uri &&
        statement.kind === 'insert' &&
        statement.values.kind === 'values' &&
        statement.values.values.every(({ kind }) => kind !== 'marker' && kind !== 'unknown'),
    );
}

/** Nothing has to see all rows first, so that a LIMIT ends the scan early. */
const isLook = (select: Scan['select']): boolean =>
  !select.distinct &&
  select.groupBy.length === 0 &&
  select.selectors.every(({ expression }) => expression.kind === 'column' || expression.kind === 'star');

const countsRows = (select: Scan['select']): boolean =>
  select.groupBy.length === 0 &&
  select.selectors.length === 1 &&
  select.selectors.every(
    ({ expression }) =>
      expression.kind === 'call' &&
      expression.function.keyspace === undefined &&
      expression.function.name.name === 'count' &&
      expression.arguments.every(({ kind }) => kind === 'star'),
  );
