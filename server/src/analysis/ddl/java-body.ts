import type { CqlType } from '../../catalog/model.ts';
import type { CreateFunction } from '../../syntax/ast.ts';
import { type Outcome } from '../judging/outcome.ts';
import { refuse } from '../judging/refuse.ts';
import { type CassandraRelease, since } from '../../text/release.ts';

/**
 * What the compiler says to bodies that consist of one `return`, of one word or of nothing, and the server to such that return in
 * vain; others are its business alone (`JavaBasedUDFunction`).
 */
export function complaintAboutBody(
  statement: CreateFunction,
  returns: CqlType | undefined,
  release: CassandraRelease,
): Outcome {
  const { body, parameters, onNull } = statement;
  if (body === undefined || returns === undefined) return undefined;
  const nameless = parameters.find(({ name }) => !name.template && !isJavaName(name.name, release));
  if (nameless !== undefined) {
    const { name, span } = nameless.name;
    const message = `Java source compilation failed:\nGENERATED SOURCE ERROR: ${name} is no name of a parameter.\n`;
    return refuse('function-body', message, span, [name]);
  }
  const failed = (...lines: readonly string[]): Outcome =>
    refuse('function-body', ['Java source compilation failed:', ...lines, ''].join('\n'), body.span);
  if (/^\s*$/.test(body.value)) return failed('GENERATED SOURCE ERROR: This method must return a result.');
  const [, above, word] = /^(\s*)([a-z]\w*)\s*$/.exec(body.value) ?? [];
  if (above !== undefined && word !== undefined && word.length > 1 && !RESERVED.test(word) && !CONTEXTUAL.test(word)) {
    if (parameters.some(({ name }) => name.name === word)) return undefined;
    const at = `Line ${above.split('\n').length}`;
    return failed(
      `${at}: Syntax error, insert "VariableDeclarators" to complete LocalVariableDeclaration`,
      `${at}: Syntax error, insert ";" to complete BlockStatements`,
      `${at}: ${word} cannot be resolved`,
    );
  }
  const forbidden = complaintAboutCode(statement, returns, release);
  if (forbidden !== undefined) return forbidden;
  const parsed = /^(\s*)return\s+(null|\d{1,9}|[A-Za-z_]\w*)\s*(;?)\s*$/.exec(body.value);
  if (parsed === null) return undefined;
  const [, before = '', value = '', end = ''] = parsed;
  const line = before.split('\n').length;
  const problems: string[] = [];
  if (end === '') problems.push('Syntax error, insert ";" to complete BlockStatements');
  const mismatch = complaintAboutValue(
    value,
    returns,
    isPrimitive(onNull, release),
    parameters.map(({ name }) => name.name),
  );
  if (mismatch !== undefined) problems.push(mismatch);
  if (problems.length === 0) return undefined;
  return failed(...problems.map((each) => `Line ${line}: ${each}`));
}

/** Results that cannot be null are no objects since 5.0. */
const isPrimitive = (onNull: CreateFunction['onNull'], release: CassandraRelease): boolean | undefined =>
  since(release, '5.0') ? onNull !== 'called' : undefined;

/** What no function may do besides returning: lock something, or have a method beside its own (`UDFByteCodeVerifier`). */
export function complaintAboutCode(
  { body, onNull }: CreateFunction,
  returns: CqlType | undefined,
  release: CassandraRelease,
): Outcome {
  if (body === undefined || returns === undefined) return undefined;
  if (complaintAboutValue('null', returns, isPrimitive(onNull, release), []) !== undefined) return undefined;
  const locks = /^\s*synchronized\s*\(\s*this\s*\)\s*\{\s*return\s+null\s*;\s*\}\s*$/.test(body.value);
  const method = /^\s*return\s+null\s*;\s*\}\s*void\s+([a-z]\d?)\s*\(\s*\)\s*\{\s*$/.exec(body.value)?.[1];
  const error = locks
    ? 'use of synchronized'
    : method === undefined
      ? undefined
      : `not allowed method declared: ${method}()V`;
  return error === undefined ? undefined : refuse('function-body', `Java UDF validation failed: [${error}]`, body.span);
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
    const type = OBJECTS.get(native) ?? (primitive === false ? NOT_OF_INT.get(native) : undefined);
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

/** Classes that no number becomes. */
const OBJECTS: ReadonlyMap<string, string> = new Map([
  ['ascii', 'String'],
  ['blob', 'ByteBuffer'],
  ['date', 'LocalDate'],
  ['decimal', 'BigDecimal'],
  ['duration', 'Duration'],
  ['inet', 'InetAddress'],
  ['text', 'String'],
  ['timestamp', 'Date'],
  ['uuid', 'UUID'],
  ['varint', 'BigInteger'],
]);

/** What may name a parameter; words that mean something in some places only may. */
const isJavaName = (name: string, release: CassandraRelease): boolean =>
  /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) && !RESERVED.test(name) && !(name === '_' && since(release, '5.0'));

/** Java's own words, which are other mistakes alone. */
const RESERVED =
  /^(?:abstract|assert|boolean|break|byte|case|catch|char|class|const|continue|default|do|double|else|enum|extends|false|final|finally|float|for|goto|if|implements|import|instanceof|int|interface|long|native|new|null|package|private|protected|public|return|short|static|strictfp|super|switch|synchronized|this|throw|throws|transient|true|try|void|volatile|while)$/;

/** Words that Java reserves in some places only. */
const CONTEXTUAL =
  /^(?:var|yield|record|sealed|permits|module|open|requires|exports|opens|to|uses|provides|with|transitive)$/;

/** Boxes that a constant int does not fit in. */
const NOT_OF_INT: ReadonlyMap<string, string> = new Map([
  ['bigint', 'Long'],
  ['boolean', 'Boolean'],
  ['double', 'Double'],
  ['float', 'Float'],
]);

const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'this', 'udfContext', 'new', 'switch']);
