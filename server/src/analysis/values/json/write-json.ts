import type { JsonValue } from './read-json.ts';

/** A JSON text of the value, which reads as the same again. */
export function writeJson(value: JsonValue): string {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(value.value);
    case 'number':
      return value.text;
    case 'string':
      return JSON.stringify(value.value);
    case 'list':
      return `[${value.items.map(writeJson).join(',')}]`;
    case 'map':
      return `{${[...value.entries].map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`).join(',')}}`;
  }
}
