import type { CqlType } from '../../catalog/model.ts';
import type { CreateFunction } from '../../syntax/ast.ts';
import { type Outcome } from '../outcome.ts';
import { refuse } from '../refuse.ts';
import { since } from '../release.ts';
import type { CassandraRelease } from '../verdict-model.ts';

/**
 * What the compiler says to bodies that consist of one `return`; longer ones are the server's business alone
 * (`JavaBasedUDFunction`).
 */
export function complaintAboutBody(
  statement: CreateFunction,
  returns: CqlType | undefined,
  release: CassandraRelease,
): Outcome {
  const { body, parameters, onNull } = statement;
  if (body === undefined || returns === undefined) return undefined;
  const parsed = /^(\s*)return\s+(null|\d{1,9}|[A-Za-z_]\w*)\s*(;?)\s*$/.exec(body.value);
  if (parsed === null) return undefined;
  const [, before = '', value = '', end = ''] = parsed;
  const line = before.split('\n').length;
  const problems: string[] = [];
  if (end === '') problems.push('Syntax error, insert ";" to complete BlockStatements');
  const mismatch = complaintAboutValue(
    value,
    returns,
    // Results that cannot be null are no objects since 5.0.
    since(release, '5.0') ? onNull !== 'called' : undefined,
    parameters.map(({ name }) => name.name),
  );
  if (mismatch !== undefined) problems.push(mismatch);
  if (problems.length === 0) return undefined;
  const message = ['Java source compilation failed:', ...problems.map((each) => `Line ${line}: ${each}`), ''].join(
    '\n',
  );
  return refuse('function-body', message, body.span);
}

function complaintAboutValue(
  value: string,
  returns: CqlType,
  primitive: boolean | undefined,
  parameters: readonly string[],
): string | undefined {
  const native = returns.kind === 'native' ? returns.name : '';
  if (value === 'null') {
    const type = primitive === true ? PRIMITIVES.get(native) : undefined;
    return type === undefined ? undefined : `Type mismatch: cannot convert from null to ${type}`;
  }
  if (/^\d/.test(value)) {
    const type =
      native === 'text' || native === 'ascii' ? 'String' : primitive === false ? NOT_OF_INT.get(native) : undefined;
    return type === undefined ? undefined : `Type mismatch: cannot convert from int to ${type}`;
  }
  if (WORDS.has(value) || parameters.includes(value)) return undefined;
  return `${value} cannot be resolved to a variable`;
}

/** As arguments and results are passed that cannot be null. */
const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['bigint', 'long'],
  ['boolean', 'boolean'],
  ['double', 'double'],
  ['float', 'float'],
  ['int', 'int'],
  ['smallint', 'short'],
  ['tinyint', 'byte'],
]);

/** Boxes that a constant int does not fit in. */
const NOT_OF_INT: ReadonlyMap<string, string> = new Map([
  ['bigint', 'Long'],
  ['boolean', 'Boolean'],
  ['double', 'Double'],
  ['float', 'Float'],
]);

const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'this', 'udfContext', 'new', 'switch']);
