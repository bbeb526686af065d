import { loggedBy, mayBeLogged } from '../analysis/dialects/scylla-logs.ts';
import type { CheckId } from '../analysis/judging/checks.ts';
import type { Refused } from '../analysis/judging/verdict-model.ts';
import { printName, type Table } from '../catalog/index.ts';
import type { Keyspace } from '../catalog/model.ts';
import { everyUseOf } from '../modeling/evidence/surroundings.ts';
import { occurrencesOf } from '../names/occurrences.ts';
import type { Name, QualifiedName, Statement } from '../syntax/ast.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import { droppedAbove } from './dropped-above.ts';
import { renaming, timesNamed } from './misspelt-declaration.ts';
import { isSlip, nearest } from './nearest.ts';
import { contains, type Span } from '../text/span.ts';
import type { Finding, FindingIn, Fix, Rule, RuleContext } from './rule.ts';
import { listNames } from './scan.ts';

/** A table that its keyspace, which the workspace declares, does not have. */
export const unknownTable: Rule = {
  code: 'unknown-table',
  summary: 'The keyspace has no such table.',
  severities: ['error', 'warning', 'hint'],
  profile: 'recommended',
  tags: ['names'],
  inPrograms: 'of parts',
  saidOnce: ({ severity, message }) => (severity === 'hint' ? message : undefined),
  inOneWord: manyUndeclared,
  check(context) {
    const { verdict, statement } = context;
    if (verdict.kind === 'refused') {
      if (!MISSING.has(verdict.check)) return [];
      const server = { kind: verdict.error, message: verdict.message };
      const keyspace = missingKeyspace(context) ?? keyspaceInForce(verdict);
      if (keyspace !== undefined) return [withoutKeyspace(context, keyspace, server)];
      const [span] = verdict.spans;
      const name = tableNamesOf(statement).find((one) => contains(one.span, span));
      return [name === undefined ? withoutTable(verdict, server) : findingOf(context, name, server)];
    }
    const misspelt = misspeltKeyspace(context);
    if (misspelt !== undefined) return [inMisspeltKeyspace(misspelt)];
    if (!NAMING.has(statement.kind)) return [];
    return tableNamesOf(statement).flatMap((name) =>
      isMissing(context, name)
        ? [findingOf(context, name, undefined)]
        : otherSpellingOf(context, name).map((spelling) => unlikeOthers(name, spelling)),
    );
  },
  fixes(context, finding) {
    const misspelt = misspeltKeyspace(context);
    if (misspelt !== undefined && contains(misspelt.name.span, finding.span))
      return [nearestFix(context, misspelt.name.span, printName(misspelt.meant.name))];
    const keyspace = missingKeyspace(context);
    const meant = keyspace === undefined ? undefined : nearKeyspace(context, keyspace);
    if (keyspace !== undefined && meant !== undefined && contains(keyspace.span, finding.span))
      return [nearestFix(context, keyspace.span, printName(meant))];
    const name = tableNamesOf(context.statement).find(({ span }) => contains(span, finding.span));
    const [spelling] = name === undefined ? [] : otherSpellingOf(context, name);
    if (name !== undefined && spelling !== undefined) return [nearestFix(context, name.name.span, printName(spelling))];
    const near = name === undefined ? undefined : nearTable(context, name);
    if (name === undefined || near === undefined) return [];
    const toNearest = nearestFix(context, name.name.span, printName(near));
    const table = tableNamed(context, name, near);
    const declared = table !== undefined && isMisspelt(table, name, context) ? table.location : undefined;
    return declared === undefined
      ? [toNearest]
      : [renaming('table', declared, near, name.name.name), { ...toNearest, preferred: false }];
  },
};

/** Where many tables are not declared the schema is elsewhere, which needs to be told once. */
function manyUndeclared(findings: readonly FindingIn[]): string | undefined {
  if (findings.some(({ finding: { severity, related } }) => severity !== 'hint' || related.length > 0))
    return undefined;
  const names = new Set(findings.map(({ finding: { span }, segment }) => segment.text.slice(span.start, span.end)));
  if (names.size < MANY) return undefined;
  return (
    `The project declares none of these ${names.size} tables, which are named in this file: ${listNames([...names])}. ` +
    'Nothing is said of statements on them. Where their CREATE TABLE is elsewhere, `schema` in `cql-analyzer.toml` names it.'
  );
}

const MANY = 3;

const nearestFix = ({ uri, segment }: RuleContext, span: Span, text: string): Fix => ({
  id: 'nearest',
  title: `Change to \`${text}\``,
  kind: 'quickfix',
  safe: false,
  preferred: true,
  edits: () => [{ at: { uri, segment, span }, text }],
});

/** The keyspace that a statement names, be it of a table or of what it makes, and that there is none of. */
function missingKeyspace({ verdict, statement, segment, session }: RuleContext): Name | undefined {
  if (verdict.kind !== 'refused') return undefined;
  const named: readonly Name[] =
    verdict.check === 'keyspace-not-found'
      ? occurrencesOf(segment.syntax().tree)
          .filter(({ kind, role }) => kind === 'keyspace' && role !== 'declaration')
          .map(({ name, quoted, start, end }) => ({
            name,
            quoted,
            text: segment.text.slice(start, end),
            span: { start, end },
          }))
      : tableNamesOf(statement).flatMap(({ keyspace }) => keyspace ?? []);
  return named.find(({ name }) => session.catalog.keyspace(name) === undefined);
}

interface MisspeltKeyspace {
  readonly name: Name;
  readonly meant: Keyspace;
}

/**
 * A keyspace that a statement names and none makes, where one of almost that name is made: of two that both have tables each is meant.
 * Where all tables stand in the other it is the CREATE KEYSPACE that is misspelt.
 */
function misspeltKeyspace({ statement, surroundings }: RuleContext): MisspeltKeyspace | undefined {
  const { catalog } = surroundings;
  const isMade = statement.kind === 'create-keyspace';
  const named = isMade ? statement.name : statement.kind === 'use' ? statement.keyspace : qualifierOf(statement);
  if (named === undefined || named.template) return undefined;
  const own = catalog.keyspace(named.name);
  if (own?.system === true || (own?.declared === true) !== isMade) return undefined;
  const [meant, another] = surroundings
    .keyspaces(isMade ? 'named' : 'made')
    .filter(({ name }) => isSlip(named.name, name));
  if (meant === undefined || another !== undefined) return undefined;
  const [made, unmade] = isMade ? [own, meant] : [meant, own];
  const standsInOther = made?.tables.size === 0 && (unmade?.tables.size ?? 0) > 1;
  if (isMade) return standsInOther ? { name: named, meant } : undefined;
  return (unmade?.tables.size ?? 0) > 1 ? undefined : { name: named, meant };
}

const qualifierOf = (statement: Statement): Name | undefined =>
  statement.kind === 'create-type' ? statement.name?.keyspace : tableNamesOf(statement)[0]?.keyspace;

/** The keyspace that is not there where none is written: USE said it. */
function keyspaceInForce({ check, names: [name], spans: [span] }: Refused): Name | undefined {
  return check === 'keyspace-not-found' && name !== undefined
    ? { name, text: printName(name), quoted: false, span }
    : undefined;
}

const nearKeyspace = ({ session }: RuleContext, { name }: Name): string | undefined =>
  nearest(
    name,
    [...session.catalog.keyspaces()].flatMap((one) => (one.system ? [] : [one.name])),
  );

function withoutKeyspace(context: RuleContext, keyspace: Name, server: Finding['server']): Finding {
  const near = nearKeyspace(context, keyspace);
  return {
    code: 'unknown-table',
    severity: 'error',
    span: keyspace.span,
    message: `There is no keyspace \`${keyspace.text}\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
    ...(server !== undefined && { server }),
    related: [],
  };
}

const inMisspeltKeyspace = ({ name, meant }: MisspeltKeyspace): Finding => ({
  code: 'unknown-table',
  severity: 'warning',
  span: name.span,
  message: meant.declared
    ? `No file makes the keyspace \`${name.text}\`. Did you mean \`${printName(meant.name)}\`?`
    : `Nothing stands in the keyspace \`${name.text}\`, and no file makes \`${printName(meant.name)}\`, in which the tables are. Did you mean that?`,
  related:
    meant.location === undefined ? [] : [{ at: meant.location, message: `\`${printName(meant.name)}\` is made here` }],
});

const MISSING: ReadonlySet<CheckId> = new Set(['table-not-found', 'keyspace-not-found']);

/** Statements that need their tables to be there. Schema changes are left out: what they find depends on what ran before. */
const NAMING: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'batch', 'truncate']);

/** What a refused statement would have made is told there. */
function isMissing(context: RuleContext, named: QualifiedName): boolean {
  const { session, surroundings } = context;
  const { keyspace, name } = named;
  if (name.template || keyspace?.template) return false;
  const where = keyspace?.name ?? session.keyspace;
  // Most tables are there: then nothing rests on how their keyspace is declared.
  if (where === undefined || session.catalog.table(where, name.name) !== undefined) return false;
  const declared = session.catalog.keyspace(where);
  if (declared?.system === true) return false;
  if (declared?.declared !== true) return droppedAbove(context, named) !== undefined;
  const logged = loggedTable(context, named);
  if (logged !== undefined) return !mayBeLogged(logged);
  if (surroundings.isRefused('table', declared.name, name.name)) return false;
  // Where none of its tables is made something else makes them: an object mapper, another project.
  return surroundings.catalog.keyspace(declared.name)?.tables.keys().next().done === false;
}

/** The table whose log of changes a name is, where it is known. */
function loggedTable({ session }: RuleContext, { keyspace, name }: QualifiedName): Table | undefined {
  const logged = loggedBy(name.name);
  return logged === undefined ? undefined : session.catalog.table(keyspace?.name ?? session.keyspace ?? '', logged);
}

/** Of a table that no file declares. */
function otherSpellingOf(
  { uri, session, surroundings }: RuleContext,
  { keyspace, name }: QualifiedName,
): readonly string[] {
  if (name.template || keyspace?.template) return [];
  const where = keyspace?.name ?? session.keyspace;
  if (where !== undefined && session.catalog.table(where, name.name) !== undefined) return [];
  const agreed = surroundings.agreedSpelling(uri, name.name);
  return agreed === undefined ? [] : [agreed];
}

const unlikeOthers = ({ name }: QualifiedName, agreed: string): Finding => ({
  code: 'unknown-table',
  severity: 'warning',
  span: name.span,
  message: `No file makes \`${name.text}\`, and no other statement of this one names it. Did you mean \`${printName(agreed)}\`?`,
  related: [],
});

/** Of the tables that there are in the end: those that each place sees would have to be worked out for each. */
function nearTable({ session, surroundings }: RuleContext, { keyspace, name }: QualifiedName): string | undefined {
  const where = keyspace?.name ?? session.keyspace;
  if (where === undefined) return undefined;
  const others = [...(surroundings.catalog.keyspace(where)?.tables.keys() ?? [])].filter((one) => one !== name.name);
  const near = nearest(name.name, others);
  return near !== undefined && session.catalog.keyspace(where)?.tables.has(near) === true ? near : undefined;
}

function tableNamed({ session }: RuleContext, { keyspace }: QualifiedName, name: string): Table | undefined {
  const where = keyspace?.name ?? session.keyspace;
  return where === undefined ? undefined : session.catalog.table(where, name);
}

/** Whether the declaration is what is misspelt: two statements of the file or more name the table otherwise, and none as it is declared. */
function isMisspelt(declared: Table, { name }: QualifiedName, { uri, surroundings }: RuleContext): boolean {
  if (everyUseOf(surroundings, declared).length > 0 || surroundings.isSpokenOf(declared)) return false;
  return timesNamed('table', name.name, surroundings.fileOf(uri) ?? [], surroundings.memory) > 1;
}

function findingOf(context: RuleContext, name: QualifiedName, server: Finding['server'] | undefined): Finding {
  const near = nearTable(context, name);
  const other = near === undefined ? undefined : tableNamed(context, name, near);
  const otherwise = other !== undefined && isMisspelt(other, name, context);
  const where = name.keyspace?.name ?? context.session.keyspace;
  const drop = droppedAbove(context, name);
  const logged = loggedTable(context, name);
  const hint =
    drop !== undefined
      ? ' It is dropped above.'
      : logged !== undefined
        ? ` No log is kept of what changes in \`${logged.name}\`: \`WITH cdc = {'enabled': true}\` switches it on.`
        : near === undefined
          ? ''
          : otherwise
            ? ` It is declared as \`${printName(near)}\`, which no statement names.`
            : ` Did you mean \`${printName(near)}\`?`;
  return {
    code: 'unknown-table',
    severity:
      server !== undefined
        ? 'error'
        : near === undefined || drop !== undefined || logged !== undefined
          ? 'hint'
          : 'warning',
    span: name.name.span,
    message: `${where === undefined || where === '' ? 'The schema' : `Keyspace \`${where}\``} has no table \`${printName(name.name.name)}\`.${hint}`,
    ...(server !== undefined && { server }),
    related: drop === undefined ? [] : [{ at: drop, message: 'Dropped here' }],
  };
}

/** Of a statement that only describes a table, or speaks of it. */
const withoutTable = ({ names: [name = ''], spans: [span] }: Refused, server: Finding['server']): Finding => ({
  code: 'unknown-table',
  severity: 'error',
  span,
  message: `The schema has no table \`${printName(name)}\`.`,
  ...(server !== undefined && { server }),
  related: [],
});
