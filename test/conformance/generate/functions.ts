import { id, qualified, type Maker } from './maker.ts';
import type { Keyspace, Made, UserFunction } from './model.ts';
import { literal } from './terms.ts';
import { isMultiCell, native, printType, typeFor, type CqlType } from './types.ts';

/** CREATE or DROP FUNCTION and AGGREGATE. Bodies are few: the server compiles each. */
export function functionStatement(maker: Maker, keyspace: Keyspace): Made {
  const { random } = maker;
  const known = keyspace.functions.length > 0 ? random.pick(keyspace.functions) : undefined;
  return random.weighted<() => Made>([
    [5, () => createFunction(maker, keyspace, known)],
    [known === undefined ? 0.5 : 4, () => createAggregate(maker, keyspace)],
    [
      2,
      () => {
        const missing = known === undefined || maker.slip(0.3);
        const list = random.chance(0.5) ? '' : `(${(known?.arguments ?? [native('int')]).map(printType).join(', ')})`;
        const what = (known?.aggregate ?? false) !== maker.slip(0.15) ? 'AGGREGATE' : 'FUNCTION';
        return {
          cql: `DROP ${what} ${random.chance(0.15) ? 'IF EXISTS ' : ''}${qualified(maker, keyspace.name, missing ? 'nofunction' : known.name)}${list}`,
          ...(known !== undefined && {
            touches: [known.name],
            change: () => void keyspace.functions.splice(keyspace.functions.indexOf(known), 1),
          }),
        };
      },
    ],
  ])();
}

function createFunction(maker: Maker, keyspace: Keyspace, known: UserFunction | undefined): Made {
  const { random } = maker;
  const name =
    known !== undefined && random.chance(0.3)
      ? known.name
      : maker.slip(0.03)
        ? random.pick(['now', 'a-b', 'a/b', 'é'])
        : maker.mint('u');
  const types = random.times(random.between(0, 2), () =>
    random.chance(0.8) ? native(random.pick(['int', 'text', 'double', 'bigint'])) : argumentType(maker, keyspace),
  );
  const isState = types.length > 0 && random.chance(0.6);
  const returns = isState
    ? (types[0] as CqlType)
    : random.chance(0.8)
      ? native(random.pick(['int', 'text', 'double']))
      : argumentType(maker, keyspace);
  const names = types.map((_, index) => (maker.slip(0.05) ? 'a0' : `a${index}`));
  const changed = known !== undefined && name === known.name && maker.slip(0.3);
  const result = changed ? native(random.pick(['boolean', 'uuid'])) : returns;
  const language = maker.slip(0.06) ? random.pick(['javascript', 'lua', 'python']) : 'java';
  const body = maker.slip(0.06)
    ? random.pick([
        "'nonsense'",
        "''",
        "'return 1'",
        "'return unknown;'",
        "'synchronized (this) { return null; }'",
        "'return null; } void x() {'",
      ])
    : `'return ${(result.kind === 'native' && constants[result.name]) || 'null'};'`;
  const text = `${maker.slip(0.06) ? 'OR REPLACE ' : ''}FUNCTION ${random.chance(0.1) ? 'IF NOT EXISTS ' : ''}`;
  maker.note('CREATE FUNCTION');
  const made: UserFunction = { keyspace: keyspace.name, name, arguments: types, returns: result, aggregate: false };
  return {
    cql: `CREATE ${random.chance(0.1) ? `OR REPLACE FUNCTION ` : text}${qualified(maker, keyspace.name, name)} (${types.map((type, index) => `${names[index]} ${printType(type)}`).join(', ')}) ${random.pick(['CALLED', 'RETURNS NULL'])} ON NULL INPUT RETURNS ${printType(result)} LANGUAGE ${language} AS ${body}`,
    touches: [name],
    change: () => void keyspace.functions.push(made),
  };
}

/** What a function gives where it can be written: null, as others give, is refused in many places when the function has run. */
const constants: Readonly<Record<string, string>> = { int: '1', bigint: '1L', double: '1.0', text: '"x"' };

/** Arguments are written without frozen<>. */
function argumentType(maker: Maker, keyspace: Keyspace): CqlType {
  const type = typeFor(maker, keyspace, 'argument');
  return isMultiCell(type) || type.kind === 'native' || maker.random.chance(0.15)
    ? type
    : ({ ...type, frozen: false } as CqlType);
}

function createAggregate(maker: Maker, keyspace: Keyspace): Made {
  const { random } = maker;
  const states = keyspace.functions.filter(
    ({ aggregate, arguments: types, returns }) =>
      !aggregate && types[0] !== undefined && printType(types[0]) === printType(returns),
  );
  const state = states.length > 0 && !maker.slip(0.15) ? random.pick(states) : undefined;
  const stateType = state?.arguments[0] ?? native('int');
  const types = maker.slip(0.08) ? [native('int'), native('text')] : (state?.arguments.slice(1) ?? [native('int')]);
  const finals = keyspace.functions.filter(
    ({ aggregate, arguments: list }) =>
      !aggregate && list.length === 1 && list[0] !== undefined && printType(list[0]) === printType(stateType),
  );
  const aggregates = keyspace.functions.filter(({ aggregate }) => aggregate);
  const final = random.chance(0.3)
    ? finals.length > 0 && !maker.slip(0.2)
      ? random.pick(finals)
      : {
          name: aggregates.length > 0 && maker.slip(0.3) ? random.pick(aggregates).name : 'nofunction',
          returns: stateType,
        }
    : undefined;
  const name = !maker.slip(0.12)
    ? maker.mint('g')
    : random.pick([state?.name ?? 'max', aggregates.at(-1)?.name ?? 'count', 'max', 'a-b', 'a/b']);
  const frozen = (type: CqlType) =>
    type.kind !== 'native' && maker.slip(0.2) ? `frozen<${printType(type)}>` : printType(type);
  const init = random.chance(0.6)
    ? ` INITCOND ${maker.slip(0.15) ? random.pick(["'x'", '?', 'null', '1', 'now()']) : literal(maker, stateType)}`
    : '';
  maker.note('CREATE AGGREGATE');
  const made: UserFunction = {
    keyspace: keyspace.name,
    name,
    arguments: types,
    returns: final?.returns ?? stateType,
    aggregate: true,
  };
  return {
    cql: `CREATE ${random.chance(0.1) ? 'OR REPLACE ' : ''}AGGREGATE ${random.chance(0.1) ? 'IF NOT EXISTS ' : ''}${qualified(maker, keyspace.name, name)} (${types.map(frozen).join(', ')}) SFUNC ${id(maker.slip(0.06) ? (aggregates[0]?.name ?? 'count') : (state?.name ?? 'nofunction'))} STYPE ${maker.slip(0.06) ? 'boolean' : frozen(stateType)}${final === undefined ? '' : ` FINALFUNC ${id(final.name)}`}${init}`,
    touches: [name],
    change: () => void keyspace.functions.push(made),
  };
}
