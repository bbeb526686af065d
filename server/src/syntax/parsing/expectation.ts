import type { FeatureId } from '../features.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { DIALECT_RULES, DIALECT_STATEMENTS } from './dialect-rules.ts';
import type { Front, Network } from './network.ts';
import { NAME_RULES, UNUSUAL_RULES, type Vocabulary, isKeyword } from './vocabulary.ts';

/** What a name that may stand somewhere is the name of. */
export type NameKind =
  | 'keyspace'
  | 'table'
  | 'view'
  | 'column'
  | 'field'
  | 'type'
  | 'function'
  | 'aggregate'
  | 'index'
  | 'trigger'
  | 'role'
  | 'option';

/** What may stand at a place of a statement. */
export interface Expectation {
  /** Types of the keywords, in the order of the grammar, each with what it begins where not every server has that. */
  readonly keywords: ReadonlyMap<number, FeatureId | undefined>;
  /** Types of the brackets, commas and operators. */
  readonly signs: readonly number[];
  readonly names: readonly NameKind[];
  /** A name that is made up here: of a new table, column, alias. */
  readonly newName: boolean;
  /** Literals and bind markers. */
  readonly values: boolean;
  /** The statement may end here. */
  readonly end: boolean;
}

/** Sums up a front; `before` are the types of the tokens before it. */
export function expectationOf(network: Network, vocabulary: Vocabulary, front: Front, before: Uint8Array): Expectation {
  const keywords = new Map<number, FeatureId | undefined>();
  const signs = new Set<number>();
  const names = new Set<NameKind>();
  let newName = false;
  let values = false;
  for (const arc of front) {
    const rules = network.rulesOf(arc);
    if (isOdd(rules)) continue;
    if (rules.some((rule) => UNUSUAL_RULES.has(rule) && !DIALECT_STATEMENTS.has(rule))) {
      const feature = rules
        .slice(0, 2)
        .map((rule) => DIALECT_RULES.get(rule))
        .find((one) => one !== undefined);
      // Its own words, not those of a value in it; what stands there as well is the language's own.
      for (const type of feature === undefined || NAME_RULES.has(rules[0]!) ? [] : arc.edge.types)
        if (isKeyword(type) && !keywords.has(type)) keywords.set(type, feature);
      continue;
    }
    if (NAME_RULES.has(rules[0]!)) {
      for (const kind of kindsOf(rules, before)) {
        if (kind === 'new') newName = true;
        else names.add(kind);
      }
      continue;
    }
    for (const type of arc.edge.types) {
      if (isSynonym(type, rules[0]!)) continue;
      if (isKeyword(type)) {
        const feature = featureOf(rules, type);
        keywords.set(type, keywords.has(type) ? feature && keywords.get(type) : feature);
      } else if (VALUES.has(type)) values ||= VALUE_RULES.has(rules[0]!);
      else if (type !== T.SEMI && vocabulary.textOf(type) !== undefined) signs.add(type);
    }
  }
  return {
    keywords,
    signs: [...signs],
    names: [...names],
    newName,
    values,
    end: network.fits(front, T.EOF),
  };
}

/** A keyword, and the keywords behind it as long as nothing else can follow: `GROUP BY`, `IF NOT EXISTS`. */
export function phraseOf(network: Network, vocabulary: Vocabulary, front: Front, type: number): string {
  const words = [vocabulary.textOf(type)!];
  let here: Front = front.filter((arc) => !NAME_RULES.has(network.rulesOf(arc)[0]!));
  for (let next: number | undefined = isKeyword(type) ? type : undefined; next !== undefined;) {
    here = network.after(here, next);
    const types = [...network.typesOf(here)];
    next = types.length === 1 && isKeyword(types[0]!) ? types[0]! : undefined;
    if (next !== undefined) words.push(vocabulary.textOf(next)!);
  }
  return isKeyword(type) ? words.join(' ') : `\`${words[0]!}\``;
}

/** What a name is the name of, judged by the rules around it, the innermost first. */
function kindsOf(rules: readonly number[], before: Uint8Array): readonly (NameKind | 'new')[] {
  const qualified = before.at(-1) === T.DOT;
  let path = false;
  for (let index = 0; index < rules.length; index++) {
    const rule = rules[index]!;
    const outer = rules[index + 1]!;
    switch (rule) {
      case R.tableName:
        if (NEW_TABLES.has(outer) && !before.includes(T.FROM)) return qualified ? NEW : ['new', 'keyspace'];
        if (outer === R.alterView || outer === R.pruneView || (outer === R.dropStatement && before.includes(T.VIEW)))
          return withKeyspace('view', qualified);
        if (outer === R.describeTarget && before.includes(T.TYPE)) return withKeyspace('type', qualified);
        if (outer === R.describeTarget && before.includes(T.INDEX)) return withKeyspace('index', qualified);
        return withKeyspace('table', qualified);
      case R.indexName:
        return outer === R.createIndex ? NEW : withKeyspace('index', qualified);
      case R.typeName:
        if (outer === R.createType) return qualified ? NEW : ['new', 'keyspace'];
        return withKeyspace('type', qualified);
      case R.typeWord:
        return withKeyspace('type', qualified);
      case R.functionName:
        if (outer === R.createFunction || (outer === R.createAggregate && !before.includes(T.SFUNC)))
          return qualified ? NEW : ['new', 'keyspace'];
        if (before.includes(T.AGGREGATE) && outer !== R.createAggregate) return withKeyspace('aggregate', qualified);
        return withKeyspace('function', qualified);
      case R.roleName:
        return outer === R.createRole || outer === R.createUser ? NEW : ['role'];
      case R.modifier:
        return ['field'];
      case R.path:
        if (qualified) return ['field', 'function'];
        path = true;
        break;
      case R.columnName:
        if (outer === R.renamePair) return renamed(rules, before);
        if (outer !== R.path)
          return outer === R.deleteTarget && qualified
            ? ['field']
            : outer === R.assignment && qualified
              ? ['field']
              : ['column'];
        break;
      case R.property:
        return path ? [] : ['option'];
      case R.valueRow:
      case R.relationTail:
      case R.inOperand:
      case R.limitClause:
      case R.perPartitionLimitClause:
      case R.usingItem:
      case R.annOf:
        return path ? ['function'] : [];
      case R.relationLeft:
      case R.selector:
      case R.groupByClause:
      case R.assignment:
        return path ? ['column', 'function'] : NEW;
      case R.columnDefinition:
      case R.fieldDefinition:
      case R.functionParameter:
        return NEW;
      case R.primaryKey:
      case R.clusteringOrder:
      case R.localIndexKey:
      case R.graphKey:
      case R.checkCondition:
      case R.restrictRows:
        return ['column'];
      case R.customExpression:
        return path ? ['function'] : ['index'];
      case R.useStatement:
      case R.describeTarget:
      case R.resource:
        return ['keyspace'];
      case R.alterStatement:
        return ['keyspace'];
      case R.dropStatement:
        return before.includes(T.TRIGGER) ? ['trigger'] : ['keyspace'];
      case R.alterTypeChange:
        return ['field'];
      case R.labelled:
        return labelled(before, qualified);
      case R.alterServiceLevel:
      case R.alterSearchIndex:
      case R.dropServiceLevel:
      case R.statement:
        return NEW;
    }
  }
  return NEW;
}

const withKeyspace = (kind: NameKind, qualified: boolean): readonly NameKind[] =>
  qualified ? [kind] : [kind, 'keyspace'];

function renamed(rules: readonly number[], before: Uint8Array): readonly (NameKind | 'new')[] {
  if (before.at(-1) === T.TO) return NEW;
  return rules.includes(R.alterTypeChange) ? ['field'] : ['column'];
}

function labelled(before: Uint8Array, qualified: boolean): readonly NameKind[] {
  if (before.includes(T.KEYSPACE)) return ['keyspace'];
  const kinds: NameKind[] = [];
  if (before.includes(T.TYPE) || before.includes(T.FIELD)) kinds.push('type');
  else kinds.push('table');
  if (!qualified) kinds.push('keyspace');
  else if (before.includes(T.COLUMN)) kinds.push('column');
  else if (before.includes(T.FIELD)) kinds.push('field');
  return kinds;
}

/** What a keyword begins that not every release has, by the rules around it. */
function featureOf(rules: readonly number[], type: number): FeatureId | undefined {
  // The NOT of IF NOT EXISTS begins no constraint.
  if (rules[0] === R.ifNotExists && type === T.NOT) return undefined;
  const dialect = rules.find((rule) => DIALECT_RULES.has(rule));
  if (dialect !== undefined) return DIALECT_RULES.get(dialect);
  for (const rule of rules) {
    const feature = RULE_FEATURES.get(rule) ?? WORD_FEATURES.get(rule)?.get(type);
    if (feature !== undefined) return feature;
  }
  return undefined;
}

const RULE_FEATURES: ReadonlyMap<number, FeatureId> = new Map<number, FeatureId>([
  [R.between, 'between'],
  [R.notOperator, 'not-in'],
  [R.columnConstraint, 'constraint'],
  [R.mask, 'mask'],
  [R.createTableLike, 'table-like'],
  [R.generatedPassword, 'generated-password'],
  [R.createGeneratedRole, 'generated-role'],
  [R.commentStatement, 'comment-on'],
  [R.securityLabelStatement, 'security-label'],
  [R.transaction, 'transaction'],
  [R.annOf, 'ann-of'],
  [R.indexHintsClause, 'index-hints'],
  [R.addIdentityStatement, 'identity'],
  [R.dropIdentity, 'identity'],
]);

const WORD_FEATURES: ReadonlyMap<number, ReadonlyMap<number, FeatureId>> = new Map([
  [R.listStatement, new Map<number, FeatureId>([[T.SUPERUSERS, 'list-superusers']])],
  [R.userPassword, new Map<number, FeatureId>([[T.HASHED, 'hashed-password']])],
  [
    R.roleOption,
    new Map<number, FeatureId>([
      [T.HASHED, 'hashed-password'],
      [T.ACCESS, 'access-to-datacenters'],
      [T.FROM, 'access-from-cidrs'],
    ]),
  ],
  [
    R.permission,
    new Map<number, FeatureId>([
      [T.UNMASK, 'unmask-permission'],
      [T.SELECT_MASKED, 'unmask-permission'],
    ]),
  ],
  [R.resource, new Map<number, FeatureId>([[T.TABLES, 'all-tables']])],
  [
    R.alterTableChange,
    new Map<number, FeatureId>([
      [T.IF, 'alter-if-exists'],
      [T.MASKED, 'mask'],
      [T.CHECK, 'constraint'],
      [T.NOT, 'constraint'],
    ]),
  ],
  [R.createAggregate, new Map<number, FeatureId>([[T.DETERMINISTIC, 'function-trait']])],
  [R.alterStatement, new Map<number, FeatureId>([[T.IF, 'alter-if-exists']])],
]);

/** Words for which there is a better one. */
const isSynonym = (type: number, rule: number): boolean =>
  type === T.COLUMNFAMILY || (type === T.SCHEMA && rule === R.keyspaceWord);

/** A bind marker for a name, a literal left of an operator: read, and hardly ever meant. */
const isOdd = ([rule, outer]: readonly number[]): boolean =>
  (rule === R.marker && NAMED_BY_MARKERS.has(outer ?? -1)) ||
  (rule === R.functionWord && outer === R.functionName) ||
  (rule === R.literal && outer === R.relationLeft);

const NAMED_BY_MARKERS: ReadonlySet<number> = new Set([
  R.tableName,
  R.functionName,
  R.useStatement,
  R.createKeyspace,
  R.alterStatement,
  R.dropStatement,
  R.resource,
]);

const VALUE_RULES: ReadonlySet<number> = new Set([R.literal, R.marker]);

const NEW: readonly 'new'[] = ['new'];

const NEW_TABLES: ReadonlySet<number> = new Set([R.createTable, R.createView]);

const VALUES: ReadonlySet<number> = new Set([
  T.STRING,
  T.INTEGER,
  T.FLOAT,
  T.UUID,
  T.HEX,
  T.DURATION,
  T.ISO_DURATION,
  T.QMARK,
  T.COLON,
]);
