import type { CheckId } from '../judging/checks.ts';
import type { CqlType, UserFunction } from '../../catalog/model.ts';
import { printType } from '../../catalog/types.ts';
import type { CreateFunction } from '../../syntax/ast.ts';
import { printSignature } from '../typing/functions/signature.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { readsAs } from '../typing/types/relations.ts';
import { type Context, existingKeyspace, isResolvedName, type ResolvedName } from './context.ts';
import {
  findFunction,
  frozenProblem,
  frozenProblemIn311,
  functionKeyspace,
  functionTarget,
  isUndecidedFunction,
  prepareTypes,
  typesMatch,
} from './function-parts.ts';
import { complaintAboutBody, complaintAboutCode } from './java-body.ts';
import { isSwitchedOn, isSwitchedOnByHand } from './switches.ts';

/** CREATE FUNCTION; whether a body of more than one word compiles, only the server knows (`CreateFunctionStatement`). */
export function checkCreateFunction(statement: CreateFunction, context: Context): Outcome {
  const target = functionTarget(statement.name, context);
  if (!isResolvedName(target)) return target;
  if (!since(context.release, '4.0')) return checkIn311(statement, target, context);
  const { parameters, returns } = statement;
  const before = inOrder(
    () => functionKeyspace(target, context),
    () => bothDirectives(statement),
    () => languageProblem(statement, context),
    () => nameProblem(target, 'Function'),
    () => duplicateArguments(statement, `Duplicate argument names for given function ${target.name}`),
    () =>
      frozenProblem(
        parameters.map(({ type }) => type),
        'Argument',
        context,
      ),
    () => (returns === undefined ? undefined : frozenProblem([returns], 'Return type', context)),
  );
  if (before?.kind === 'refused') return before;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace)) return keyspace;
  const types = prepareTypes(
    parameters.map(({ type }) => type),
    target.keyspace,
    context,
  );
  if (isVerdict(types)) return types;
  const returned = returns === undefined ? [] : prepareTypes([returns], target.keyspace, context);
  if (isVerdict(returned)) return returned;
  const script = inOrder(
    () => scriptProblem(statement, target, context),
    () =>
      statement.language?.name.toLowerCase() === 'java'
        ? complaintAboutBody(statement, returned[0], context.release)
        : undefined,
  );
  if (script !== undefined) return script;
  const existing = findFunction(keyspace, target.name, types, context);
  if (existing === undefined || isUndecidedFunction(existing)) return existing;
  return existingProblem(statement, existing, returned[0], target, context);
}

/** OR REPLACE and IF NOT EXISTS exclude each other. */
export function bothDirectives({
  orReplace,
  ifNotExists,
  name,
  span,
}: Pick<CreateFunction, 'orReplace' | 'ifNotExists' | 'name' | 'span'>): Outcome {
  if (!orReplace || !ifNotExists) return undefined;
  return refuse('both-directives', "Cannot use both 'OR REPLACE' and 'IF NOT EXISTS' directives", name?.span ?? span);
}

/** Names stand in the paths of resources, so they hold no slashes and brackets (`FunctionName.isNameValid`). */
export function nameProblem({ name, nameSpan }: ResolvedName, what: 'Function' | 'Aggregate'): Outcome {
  return !/[/[\]]/.test(name)
    ? undefined
    : refuse('function-name', `${what} name '${name}' is invalid`, nameSpan, [name]);
}

function languageProblem({ language, span }: CreateFunction, { session, release }: Context): Outcome {
  const place = language?.span ?? span;
  const modern = since(release, '4.1');
  const setting = (name: string): string => (modern ? `${name}_enabled` : `enable_${name}`);
  if (!isSwitchedOn(session, 'user_defined_functions_enabled', 'enable_user_defined_functions')) {
    const message = `User-defined functions are disabled in cassandra.yaml - set ${setting('user_defined_functions')}=true to enable`;
    return refuse('functions-disabled', message, place);
  }
  if (language === undefined || language.template || language.name.toLowerCase() === 'java') return undefined;
  if (since(release, '5.0')) {
    const message =
      'Currently only Java UDFs are available in Cassandra. For more information - CASSANDRA-18252 and CASSANDRA-17281';
    return refuse('function-language', message, place, [language.name]);
  }
  if (isSwitchedOnByHand(session, 'scripted_user_defined_functions_enabled', 'enable_scripted_user_defined_functions'))
    return undefined;
  const message =
    `Scripted user-defined functions are disabled in cassandra.yaml - set ${setting('scripted_user_defined_functions')}=true ` +
    'to enable if you are aware of the security risks';
  return refuse('functions-disabled', message, place);
}

/** The only script is JavaScript. */
function scriptProblem({ language }: CreateFunction, target: ResolvedName, { release }: Context): Outcome {
  if (since(release, '5.0') || language === undefined || language.template) return undefined;
  if (language.name === 'java' || language.name.toLowerCase() === 'javascript') return undefined;
  const message = `Invalid language '${language.name}' for function '${target.keyspace}.${target.name}'`;
  return refuse('function-language', message, language.span, [language.name]);
}

function duplicateArguments({ parameters }: CreateFunction, sentence: string): Outcome {
  const names = parameters.map(({ name }) => name.name);
  return inEach(parameters, ({ name }, index) => {
    if (name.template || !names.slice(0, index).includes(name.name)) return undefined;
    return refuse('duplicate-argument', `${sentence} with argument names [${names.join(', ')}]`, name.span, [
      name.name,
    ]);
  });
}

/**
 * Whether the server may have refused the body of the function that we believe to be there, which only a Java compiler can tell
 * of more than one `return`. The same body again is refused either way.
 */
function mayNotHaveCompiled({ kind, body }: UserFunction, statement: CreateFunction): boolean {
  return kind === 'function' && body !== undefined && body !== statement.body?.value && !ONE_RETURN.test(body);
}

const ONE_RETURN = /^\s*return\b[^;{}]*;\s*$/;

function existingProblem(
  statement: CreateFunction,
  existing: UserFunction,
  returns: CqlType | undefined,
  target: ResolvedName,
  { session, release }: Context,
): Outcome {
  const { name } = target;
  const of = (check: CheckId, message: string): Outcome => refuse(check, message, target.nameSpan, [name]);
  if (existing.kind === 'aggregate') return of('already-exists', `Function '${name}' cannot replace an aggregate`);
  if (statement.ifNotExists) return undefined;
  if (mayNotHaveCompiled(existing, statement)) return undecided('unknown-schema');
  if (!statement.orReplace) return of('already-exists', `Function '${name}' already exists`);
  if (statement.onNull !== undefined && (statement.onNull === 'called') !== existing.calledOnNull) {
    const directive = statement.onNull === 'called' ? 'CALLED ON NULL INPUT' : 'RETURNS NULL ON NULL INPUT';
    return of('function-replacement', `Function '${name}' must have ${directive} directive`);
  }
  if (returns === undefined || readsAs(returns, existing.returns, session.catalog)) return undefined;
  const message =
    `Cannot replace function '${name}', the new return type ${printType(returns, release)} is not compatible with ` +
    `the return type ${printType(existing.returns, release)} of existing function`;
  return of('function-replacement', message);
}

function checkIn311(statement: CreateFunction, target: ResolvedName, context: Context): Outcome {
  const { parameters, returns } = statement;
  const { keyspace, name, span } = target;
  const { session, release } = context;
  const before = inOrder(
    () => functionKeyspace(target, context),
    () => nameProblem(target, 'Function'),
    () => duplicateArguments(statement, `duplicate argument names for given function ${keyspace}.${name}`),
    () => {
      const [first] = parameters;
      return first === undefined ? undefined : frozenProblemIn311(first.type, 'arguments');
    },
  );
  if (before?.kind === 'refused') return before;
  const found = existingKeyspace(keyspace, span, context);
  if (isVerdict(found)) {
    const typed = parameters.length > 0 || returns !== undefined;
    if (found.kind === 'undecided' || typed) return found;
    return refuse('keyspace-not-found', `Cannot add function '${name}' to non existing keyspace '${keyspace}'.`, span, [
      keyspace,
    ]);
  }
  const written = parameters.map(({ type }) => type);
  const types = each(written, 'arguments');
  if (isVerdict(types)) return types;
  const returned = each(returns === undefined ? [] : [returns], 'return type');
  if (isVerdict(returned)) return returned;
  const after = inOrder(
    () => languageProblem(statement, context),
    () => bothDirectives(statement),
  );
  if (after !== undefined) return after;
  const existing = findFunction(found, name, types, context);
  if (isUndecidedFunction(existing)) return existing;
  if (existing === undefined) {
    return inOrder(
      () => scriptProblem(statement, target, context),
      () => (statement.language?.name === 'java' ? complaintAboutCode(statement, returned[0], release) : undefined),
    );
  }
  return inOrder(
    () => existingProblemIn311(statement, existing, returned[0], target, context),
    () => scriptProblem(statement, target, context),
  );

  function each(refs: typeof written, where: 'arguments' | 'return type') {
    const prepared: CqlType[] = [];
    for (const ref of refs) {
      const problem = frozenProblemIn311(ref, where);
      if (problem?.kind === 'refused') return problem;
      const [type] = [prepareTypes([ref], keyspace, { session, release })];
      if (type === undefined || isVerdict(type)) return type ?? undecided('broken');
      prepared.push(...type);
    }
    return prepared;
  }
}

function existingProblemIn311(
  statement: CreateFunction,
  existing: UserFunction,
  returns: CqlType | undefined,
  target: ResolvedName,
  { release }: Context,
): Outcome {
  const text = printSignature(existing, release);
  const of = (check: CheckId, message: string): Outcome => refuse(check, message, target.nameSpan, [target.name]);
  if (statement.ifNotExists) return undefined;
  if (mayNotHaveCompiled(existing, statement)) return undecided('unknown-schema');
  if (!statement.orReplace) return of('already-exists', `Function ${text} already exists`);
  if (existing.kind === 'aggregate') return of('already-exists', `Function ${text} can only replace a function`);
  if (statement.onNull !== undefined && (statement.onNull === 'called') !== existing.calledOnNull) {
    const directive = statement.onNull === 'called' ? 'CALLED ON NULL INPUT' : 'RETURNS NULL ON NULL INPUT';
    return of('function-replacement', `Function ${text} can only be replaced with ${directive}`);
  }
  if (returns === undefined || typesMatch([returns], [existing.returns])) return undefined;
  const message =
    `Cannot replace function ${target.keyspace}.${target.name}, the new return type ${printType(returns, release)} is not compatible with ` +
    `the return type ${printType(existing.returns, release)} of existing function`;
  return of('function-replacement', message);
}
