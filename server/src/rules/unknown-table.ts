import type { CheckId } from '../analysis/judging/checks.ts';
import { printName } from '../catalog/index.ts';
import type { QualifiedName } from '../syntax/ast.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import { nearest } from './nearest.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

/** A table that its keyspace, which the workspace declares, does not have. */
export const unknownTable: Rule = {
  code: 'unknown-table',
  summary: 'The keyspace has no such table.',
  severities: ['error', 'warning', 'hint'],
  profile: 'recommended',
  tags: ['names'],
  inPrograms: 'of parts',
  saidOnce: ({ severity, message }) => (severity === 'hint' ? message : undefined),
  check(context) {
    const { verdict, statement } = context;
    if (verdict.kind === 'refused') {
      if (!MISSING.has(verdict.check)) return [];
      const name = tableNamesOf(statement).find(({ span }) => contains(span, verdict.spans[0]));
      return [findingOf(context, name, { kind: verdict.error, message: verdict.message })];
    }
    if (!NAMING.has(statement.kind)) return [];
    return tableNamesOf(statement)
      .filter((name) => isMissing(context, name))
      .map((name) => findingOf(context, name, undefined));
  },
  fixes(context, finding) {
    const name = tableNamesOf(context.statement).find(({ span }) => contains(span, finding.span));
    const near = name === undefined ? undefined : nearTable(context, name);
    if (name === undefined || near === undefined) return [];
    const text = printName(near);
    return [
      {
        id: 'nearest',
        title: `Change to \`${text}\``,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => [{ at: { uri: context.uri, segment: context.segment, span: name.name.span }, text }],
      },
    ];
  },
};

const MISSING: ReadonlySet<CheckId> = new Set(['table-not-found', 'keyspace-not-found']);

/** Statements that need their tables to be there. Schema changes are left out: what they find depends on what ran before. */
const NAMING: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'batch', 'truncate']);

const CDC_LOG = '_scylla_cdc_log';

/** What a refused statement would have made is told there. */
function isMissing({ session, surroundings }: RuleContext, { keyspace, name }: QualifiedName): boolean {
  if (name.template || keyspace?.template) return false;
  const where = keyspace?.name ?? session.keyspace;
  const declared = where === undefined ? undefined : session.catalog.keyspace(where);
  if (declared === undefined || declared.system || !declared.declared) return false;
  // ScyllaDB keeps what changes in a table beside it.
  if (name.name.endsWith(CDC_LOG) && declared.tables.has(name.name.slice(0, -CDC_LOG.length))) return false;
  return !declared.tables.has(name.name) && !surroundings.isRefused('table', declared.name, name.name);
}

/** Of the tables that there are in the end: those that each place sees would have to be worked out for each. */
function nearTable({ session, surroundings }: RuleContext, { keyspace, name }: QualifiedName): string | undefined {
  const where = keyspace?.name ?? session.keyspace;
  if (where === undefined) return undefined;
  const others = [...(surroundings.catalog.keyspace(where)?.tables.keys() ?? [])].filter((one) => one !== name.name);
  const near = nearest(name.name, others);
  return near !== undefined && session.catalog.keyspace(where)?.tables.has(near) === true ? near : undefined;
}

function findingOf(
  context: RuleContext,
  name: QualifiedName | undefined,
  server: Finding['server'] | undefined,
): Finding {
  const near = name === undefined ? undefined : nearTable(context, name);
  const where = name?.keyspace?.name ?? context.session.keyspace;
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  return {
    code: 'unknown-table',
    severity: server !== undefined ? 'error' : near === undefined ? 'hint' : 'warning',
    span: name?.name.span ?? context.statement.span,
    message: `${where === undefined || where === '' ? 'The schema' : `Keyspace \`${where}\``} has no table \`${name?.name.text ?? ''}\`.${hint}`,
    ...(server !== undefined && { server }),
    related: [],
  };
}

const contains = (outer: { start: number; end: number }, inner: { start: number; end: number }): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;
