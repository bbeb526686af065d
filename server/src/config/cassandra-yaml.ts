import { isMap, isScalar, LineCounter, type Pair, parseDocument } from 'yaml';
import { shortened } from './shortened.ts';

/** The settings of a cassandra.yaml by name, or what is wrong with the file. */
export type ServerSettings =
  | { readonly kind: 'settings'; readonly settings: ReadonlyMap<string, unknown> }
  | { readonly kind: 'problem'; readonly message: string };

/** Reads a cassandra.yaml as SnakeYAML does: `yes` is true, and of several settings with one name the last holds. */
export function parseCassandraYaml(text: string): ServerSettings {
  const lines = new LineCounter();
  const document = parseDocument(text, { version: '1.1', uniqueKeys: false, lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) return { kind: 'problem', message: reasonOf(error) };
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null))
    return { kind: 'settings', settings: new Map() };
  if (!isMap(contents)) return { kind: 'problem', message: 'it holds no settings' };
  for (const { key, value } of contents.items as readonly Pair[]) {
    if (!isScalar(key)) continue;
    const complaint = isScalar(value) ? complaintAbout(String(key.value), value.value) : undefined;
    if (complaint === undefined) continue;
    const { line } = lines.linePos(key.range?.[0] ?? 0);
    return { kind: 'problem', message: `line ${line}: ${shortened(String(key.value))} ${complaint}` };
  }
  try {
    return { kind: 'settings', settings: new Map(Object.entries(document.toJS() as object)) };
  } catch (unresolved) {
    return { kind: 'problem', message: reasonOf(unresolved) };
  }
}

/** What the reader says; it goes as deep as the text. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('Maximum call stack') ? 'it is nested too deeply' : (message.split('\n')[0] ?? '');
}

/** What a server would not start with. */
function complaintAbout(setting: string, value: unknown): string | undefined {
  if (value === null) return undefined;
  const shown = shortened(JSON.stringify(value));
  if (/^enable_|_enabled$/.test(setting) && !/^(?:true|false|yes|no|on|off)$/i.test(String(value)))
    return `is true or false, not ${shown}`;
  if (!/_(?:warn|fail)_threshold$/.test(setting)) return undefined;
  return /^\s*-?\d+(?:\s*[A-Za-zµ]+)?\s*$/.test(String(value))
    ? undefined
    : `is a number or a size such as 10KiB, not ${shown}`;
}
