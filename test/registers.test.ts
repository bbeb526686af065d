import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { madeFromRegisters } from '../scripts/registers.mjs';
import { parseConfiguration, readEditorSettings } from '../server/src/config/configuration.ts';
import { DEFAULT_CONFIGURATION, keyOf, settingEntries } from '../server/src/config/settings.ts';
import { PROJECT_OPTIONS, PROJECT_OPTIONS_HELP, settingLines, settingOptions } from '../server/src/cli/options.ts';
import { RULE_CODES } from '../server/src/rules/index.ts';

// What is declared once and listed elsewhere.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test.each([...(await madeFromRegisters())])('%s is made anew by npm run registers', (path, text) => {
  if (path.endsWith('.json')) expect(JSON.parse(read(path))).toEqual(JSON.parse(text));
  else expect(read(path)).toBe(text);
});

describe('rules', () => {
  test('are spelled in their own room only', () => {
    const codes = RULE_CODES.filter((code) => code.includes('-'));
    const spelled = ['workspace', 'config', 'service', 'disk', 'lsp', 'cli'].flatMap((room) =>
      readdirSync(join(ROOT, 'server/src', room), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .filter((path) => codes.some((code) => read(`server/src/${room}/${path}`).includes(`'${code}'`)))
        .map((path) => `${room}/${path}`),
    );
    expect(spelled).toEqual([]);
  });
});

describe('settings', () => {
  test('the example of the documentation sets them all', () => {
    const example = /```toml\n(.*?)```/s.exec(read('docs/configuration.md'))?.[1] ?? '';
    expect(parseConfiguration(example, RULE_CODES).problems).toEqual([]);
    for (const [name] of settingEntries()) expect(example).toMatch(new RegExp(`^\\[?${keyOf(name)}\\b`, 'm'));
  });

  test.each(settingEntries().map(([name, setting]) => [name, setting.example] as const))(
    'the example of %s is read',
    (name, example) => {
      const { configuration, problems } = parseConfiguration(`${keyOf(name)} = ${example}`, RULE_CODES);
      expect(problems).toEqual([]);
      if (name !== 'target') expect(configuration[name]).not.toEqual(DEFAULT_CONFIGURATION[name]);
    },
  );

  test('those with an option have it, and --help tells of it', () => {
    const options = settingEntries().flatMap(([name, { option, command }]) =>
      option === undefined ? [] : [{ name: keyOf(name), command }],
    );
    for (const { name, command } of options) {
      const [known, help] =
        command === undefined
          ? [PROJECT_OPTIONS, PROJECT_OPTIONS_HELP]
          : [settingOptions(name), settingLines(name).join('')];
      expect([name, name in known, help.includes(`--${name} `)]).toEqual([name, true, true]);
    }
  });

  test('of an editor that say nothing leave what the file says', () => {
    const file = parseConfiguration(
      'target = "4.1"\nprofile = "strict"\nproduction = true\nschema = ["a"]\ncomplete-schema = true\n[rules]\nsyntax = "off"',
      RULE_CODES,
    );
    const unset = { target: '', schema: [], exclude: [], completeSchema: false, cassandraYaml: '', shardColumn: '' };
    const alsoUnset = { profile: '', production: null, formatKeywords: '', formatWidth: null, formatIndent: null };
    const settings = { ...unset, ...alsoUnset, rules: {}, trace: { server: 'off' } };
    expect(readEditorSettings(settings, RULE_CODES, file.configuration)).toEqual({ ...file, said: {} });
  });

  test('that only an editor has are none of a file', () => {
    const [problem] = parseConfiguration('\ntrace = "off"', RULE_CODES).problems;
    expect(problem).toMatchObject({
      key: 'trace',
      line: 2,
      message: expect.stringMatching('no setting trace') as string,
    });
  });

  test.each([
    ['target = 5', 'target is one of cassandra-3.11, '],
    ['schema = "a.cql"', 'schema is a list of paths, such as ["schema.cql", "migrations/*.cql"].'],
    ['complete-schema = "yes"', 'complete-schema is true or false.'],
    ['profile = "loud"', 'profile is one of quiet, recommended, strict; this is "loud".'],
    ['production = "yes"', 'production is true, false or a list of patterns, such as ["deploy/**"].'],
    ['shard-column = "a b"', 'shard-column is the name of a column, such as "hash_prefix".'],
    [
      '[rules]\nmany-partitions = "loud"',
      'many-partitions is one of off, hint, information, warning, error; this is "loud".',
    ],
    ['[rules]\nno-such-rule = "off"', 'There is no rule no-such-rule.'],
    ['colour = "blue"', 'There is no setting colour; the settings are target, schema, '],
  ])('a mistake is told: %j', (text, message) => {
    const { problems } = parseConfiguration(text, RULE_CODES);
    expect(problems.map((problem) => problem.message.slice(0, message.length))).toEqual([message]);
  });
});
