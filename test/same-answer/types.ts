/** A type of CQL, as far as stored values need it. */
export type Type =
  | { readonly kind: 'native'; readonly name: string }
  | { readonly kind: 'list' | 'set'; readonly element: Type; readonly frozen: boolean }
  | { readonly kind: 'map'; readonly key: Type; readonly value: Type; readonly frozen: boolean }
  | { readonly kind: 'tuple'; readonly items: readonly Type[] }
  | { readonly kind: 'user'; readonly name: string; readonly fields: readonly Field[]; readonly frozen: boolean };

export interface Field {
  readonly name: string;
  readonly type: Type;
}

export const native = (name: string): Type => ({ kind: 'native', name });

/** The type as CQL writes it, with what stands before the names of user types. */
export function typeText(type: Type, prefix = ''): string {
  const frozen = (text: string): string => ('frozen' in type && type.frozen ? `frozen<${text}>` : text);
  const of = (part: Type): string => typeText(part, prefix);
  switch (type.kind) {
    case 'native':
      return type.name;
    case 'list':
    case 'set':
      return frozen(`${type.kind}<${of(type.element)}>`);
    case 'map':
      return frozen(`map<${of(type.key)}, ${of(type.value)}>`);
    case 'tuple':
      return `tuple<${type.items.map(of).join(', ')}>`;
    case 'user':
      return frozen(`${prefix}${type.name}`);
  }
}

/** Its parts can be written one by one. */
export const isMultiCell = (type: Type): boolean => 'frozen' in type && !type.frozen;

/** The type whole, as a key has it. */
export const frozen = (type: Type): Type => ('frozen' in type ? { ...type, frozen: true } : type);

/** Reads a type as `system_schema.columns` and `propose` print it; user types by their fields. */
export function parseType(text: string, userTypes: ReadonlyMap<string, readonly Field[]>): Type {
  const trimmed = text.trim();
  const open = trimmed.indexOf('<');
  if (open < 0) {
    const name = trimmed.slice(trimmed.lastIndexOf('.') + 1).replaceAll('"', '');
    const fields = userTypes.get(name);
    return fields === undefined ? native(trimmed) : { kind: 'user', name, fields, frozen: false };
  }
  const inside = argumentsOf(trimmed.slice(open + 1, trimmed.lastIndexOf('>'))).map((one) => parseType(one, userTypes));
  const [first, second] = inside;
  const name = trimmed.slice(0, open);
  if (name === 'frozen') return frozen(first!);
  if (name === 'tuple') return { kind: 'tuple', items: inside };
  if (name === 'map') return { kind: 'map', key: first!, value: second!, frozen: false };
  if (name === 'list' || name === 'set') return { kind: name, element: first!, frozen: false };
  throw new Error(`no type: ${text}`);
}

function argumentsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [index, letter] of [...text].entries()) {
    if (letter === '<') depth++;
    else if (letter === '>') depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, text.slice(from)];
}
