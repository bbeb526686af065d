import { helpOf } from '../rules/help.ts';
import { PROFILES, type Rule } from '../rules/rule.ts';
import { TARGET_NAMES } from '../text/release.ts';
import type { Span } from '../text/span.ts';
import { readSettings, type SettingsPlace } from './settings-place.ts';
import { keyOf, type Setting, settingEntries, SEVERITIES } from './settings.ts';

/** What may stand at a place of a `cql-analyzer.toml`. */
export interface SettingsItem extends Span {
  readonly label: string;
  readonly kind: 'setting' | 'table' | 'rule' | 'value';
  readonly text: string;
  /** A value is written next. */
  readonly isKey: boolean;
  /** Markdown. */
  readonly about: string;
}

type Rules = readonly Pick<Rule, 'code' | 'summary'>[];

/** What may stand at an offset, in the order of the documentation. */
export function settingsItemsAt(text: string, offset: number, rules: Rules): readonly SettingsItem[] {
  const { place, keys } = readSettings(text, offset);
  if (place === undefined) return [];
  const { start, end, kind, path, quote } = place;
  if (kind === 'value') {
    return valuesAt(place, rules).map(({ value, about }) => {
      // A number and a word stand bare.
      const bare = quote === undefined ? value : value.replaceAll('"', '');
      return { label: bare, kind: 'value', text: bare, isKey: false, about, start, end };
    });
  }
  const isLine = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
  const behind = text.slice(quote === undefined ? end : end + 1).trimStart();
  return namesAt(place, rules)
    .filter(({ isTable }) => (isTable ? kind === 'table' || isLine : kind === 'key'))
    .filter(({ name }) => !keys.has([...path, name].join('.')))
    .map(({ name, isTable, kind: of, about }) => {
      const inBrackets = isTable && kind === 'key' ? `[${name}]` : name;
      const isKey = !isTable && !behind.startsWith('=') && quote === undefined;
      return { label: inBrackets, kind: of, text: isKey ? `${name} = ` : inBrackets, isKey, about, start, end };
    });
}

/** What the name at an offset sets, in Markdown. */
export function settingsHoverAt(
  text: string,
  offset: number,
  rules: Rules,
): (Span & { readonly markdown: string }) | undefined {
  const { place } = readSettings(text, offset);
  if (place === undefined || place.kind === 'value' || place.start === place.end) return undefined;
  const { start, end } = place;
  const word = text.slice(start, end);
  const found = namesAt(place, rules).find(({ name }) => keyOf(name) === keyOf(word));
  return found && { start, end, markdown: found.about };
}

interface SettingsName {
  readonly name: string;
  readonly kind: Exclude<SettingsItem['kind'], 'value'>;
  readonly isTable: boolean;
  readonly about: string;
}

/** The names that may stand behind those before a place. */
function namesAt({ path }: SettingsPlace, rules: Rules): readonly SettingsName[] {
  const [table, inner] = path;
  if (inner !== undefined) return [];
  const own = settingEntries().flatMap(([name, setting]): readonly SettingsName[] => {
    const [first, second] = name.split('.');
    const isHere =
      table === undefined ? second === undefined && !TABLES.has(name) : first === table && second !== undefined;
    return isHere
      ? [{ name: keyOf(second ?? name), kind: 'setting', isTable: false, about: aboutSetting(setting) }]
      : [];
  });
  const ofRules = table === 'rules' ? rules.map(asName) : [];
  return [...own, ...ofRules, ...Array.from(TABLES, ([name, about]) => tableName(name, about))];
}

const asName = ({ code, summary }: Rules[number]): SettingsName => ({
  name: code,
  kind: 'rule',
  isTable: false,
  about: `${summary}\n\n[${code}](${helpOf(code)})`,
});

const tableName = (name: string, about: string): SettingsName => ({ name, kind: 'table', isTable: true, about });

/** What a table sets, a line each. */
const membersOf = (table: string): string =>
  settingEntries()
    .filter(([name]) => name.startsWith(`${table}.`))
    .map(([name, { summary }]) => `- \`${keyOf(name.slice(table.length + 1))}\`: ${summary}`)
    .join('\n');

/** What is written in brackets, as the names of several settings begin with it or it holds many. */
const TABLES: ReadonlyMap<string, string> = new Map(
  settingEntries().flatMap(([name, setting]): readonly (readonly [string, string])[] => {
    if (setting.kind === 'severities') return [[name, aboutSetting(setting)]];
    const [table, own] = name.split('.');
    return own === undefined ? [] : [[table!, membersOf(table!)]];
  }),
);

function aboutSetting({ value, example, description }: Setting): string {
  return `${description}\n\nTakes ${value}, such as \`${example}\`.`;
}

interface SettingsValue {
  /** As TOML writes it. */
  readonly value: string;
  readonly about: string;
}

function valuesAt({ path, inList }: SettingsPlace, rules: Rules): readonly SettingsValue[] {
  const quoted = (words: readonly string[], about: string): readonly SettingsValue[] =>
    words.map((word) => ({ value: `"${word}"`, about }));
  const name = path.join('.');
  const [first, code] = path;
  const [, setting] = settingEntries().find(([known]) => keyOf(known) === keyOf(name)) ?? [];
  if (setting === undefined) {
    const rule = first === 'rules' ? rules.find((one) => one.code === code) : undefined;
    return rule === undefined ? [] : quoted(SEVERITIES, rule.summary);
  }
  const { description } = setting;
  switch (setting.kind) {
    case 'target':
      return quoted(TARGET_NAMES, description);
    case 'profile':
      return quoted(PROFILES, description);
    case 'choice':
      return quoted(setting.choices ?? [], description);
    case 'choices':
      return inList ? quoted(setting.choices ?? [], description) : [{ value: setting.example, about: description }];
    case 'flag':
    case 'production':
      return inList ? [] : ['true', 'false'].map((value) => ({ value, about: description }));
    case 'number':
      return [{ value: String(setting.default), about: description }];
    case 'list':
      return inList ? [] : [{ value: setting.example, about: description }];
    case 'text':
    case 'severities':
      return [];
  }
}
