import { id, qualified, type Maker } from './maker.ts';
import type { Field, Keyspace, Made, UserType } from './model.ts';
import { native, printType, scalarTypes, typeFor } from './types.ts';

/** CREATE, ALTER or DROP TYPE. */
export function typeStatement(maker: Maker, keyspace: Keyspace, create = 0.6): Made {
  const { random } = maker;
  const known = keyspace.types.length > 0 ? random.pick(keyspace.types) : undefined;
  if (known === undefined || random.chance(create)) {
    const name =
      known !== undefined && maker.slip(0.08)
        ? known.name
        : maker.slip(0.03)
          ? random.pick(['date', 'text', 'byte', 'interval', 'two words', 't'.repeat(60)])
          : maker.mint('y');
    const fields = random.times(random.between(1, 4), () => fieldOf(maker, keyspace));
    if (maker.slip(0.05) && fields[0] !== undefined) fields.push(fields[0]);
    const type: UserType = { keyspace: keyspace.name, name, fields };
    maker.note('CREATE TYPE');
    return {
      cql: `CREATE TYPE ${random.chance(0.1) ? 'IF NOT EXISTS ' : ''}${qualified(maker, keyspace.name, name)} (${fields.map((field) => `${id(field.name)} ${printType(field.type)}`).join(', ')})`,
      touches: [name],
      change: () => void keyspace.types.push(type),
    };
  }
  const isThere = !maker.slip(0.06);
  const name = qualified(maker, keyspace.name, isThere ? known.name : 'notype');
  const touches = [known.name];
  const field = (): Field => (known.fields.length > 0 ? random.pick(known.fields) : { name: 'x', type: native('int') });
  const ifThere = maker.since(4.1) && random.chance(0.1) ? 'IF EXISTS ' : '';
  return random.weighted<() => Made>([
    [
      4,
      () => {
        const added = maker.slip(0.15) ? { ...fieldOf(maker, keyspace), name: field().name } : fieldOf(maker, keyspace);
        if (maker.slip(0.05))
          return {
            cql: `ALTER TYPE ${name} ADD z ${random.pick(['counter', `list<${id(known.name)}>`, id(known.name)])}`,
            touches,
            change: () => undefined,
          };
        if (maker.slip(0.05))
          return { cql: `ALTER TYPE ${name} ADD z frozen<${id(known.name)}>`, touches, change: () => undefined };
        return {
          cql: `ALTER TYPE ${ifThere}${name} ADD ${id(added.name)} ${printType(added.type)}`,
          touches,
          change: () => (known.fields = [...known.fields, added]),
        };
      },
    ],
    [
      3,
      () => {
        const [old, fresh] = [field(), maker.slip(0.2) ? field().name : maker.mint('f')];
        const text = maker.slip(0.2) ? 'nofield' : id(old.name);
        return {
          cql: `ALTER TYPE ${ifThere}${name} RENAME ${text} TO ${id(fresh)}`,
          touches,
          change: () => (known.fields = known.fields.map((each) => (each === old ? { ...each, name: fresh } : each))),
        };
      },
    ],
    [
      1,
      () => ({
        cql: `ALTER TYPE ${name} ALTER ${id(field().name)} TYPE ${printType(random.pick(scalarTypes))}`,
        touches,
        change: () => undefined,
      }),
    ],
    [
      3,
      () => ({
        cql: `DROP TYPE ${random.chance(0.2) ? 'IF EXISTS ' : ''}${name}`,
        touches,
        change: () => void (isThere && keyspace.types.splice(keyspace.types.indexOf(known), 1)),
      }),
    ],
  ])();
}

function fieldOf(maker: Maker, keyspace: Keyspace): Field {
  return { name: maker.mint('f'), type: typeFor(maker, keyspace, 'field') };
}
