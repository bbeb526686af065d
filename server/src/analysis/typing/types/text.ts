import { fullClassName } from '../../../catalog/marshal.ts';
import type { CqlType } from '../../../catalog/model.ts';
import { printType } from '../../../catalog/types.ts';
import type { TypeRef } from '../../../syntax/ast.ts';
import type { CassandraRelease } from '../../../text/release.ts';

/** A type as in the signatures of functions: the outermost tuple stands there without its `frozen` (`AbstractFunction.toCqlString`). */
export const printArgumentType = (type: CqlType, release: CassandraRelease): string =>
  type.kind === 'tuple' && release !== '3.11'
    ? printType(type, release).replace(/^frozen<(.*)>$/s, '$1')
    : printType(type, release);

/**
 * A type as it was written, as the server prints what it has not looked up yet (`CQL3Type.Raw.toString`); once it has, user types
 * stand there with the keyspace that they are `within`.
 */
export const printTypeRef = (type: TypeRef, frozen = false, within?: string): string => {
  const frozenIf = (text: string): string => (frozen ? `frozen<${text}>` : text);
  switch (type.kind) {
    case 'native':
      return type.name;
    case 'custom':
      return `'${fullClassName(type.className)}'`;
    case 'user': {
      const { keyspace, name } = type.type;
      const full = keyspace?.name ?? within;
      return frozenIf(full === undefined ? name.name : `${full}.${name.name}`);
    }
    case 'frozen':
      return type.arguments.map((argument) => printTypeRef(argument, true, within)).join('');
    case 'tuple':
      return `tuple<${type.arguments.map((argument) => printTypeRef(argument, true, within)).join(', ')}>`;
    case 'vector':
      return `vector<${type.arguments.map((argument) => printTypeRef(argument, false, within)).join(', ')}, ${type.dimension ?? '?'}>`;
    case 'list':
    case 'set':
    case 'map':
      return frozenIf(
        `${type.kind}<${type.arguments.map((argument) => printTypeRef(argument, frozen, within)).join(', ')}>`,
      );
    case 'unknown':
      return '?';
  }
};
