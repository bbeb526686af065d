import { describe, expect, test } from 'vitest';
import { parseConfiguration, readConfiguration, readEditorSettings } from '../../server/src/config/configuration.ts';
import { DEFAULT_CONFIGURATION } from '../../server/src/config/settings.ts';
import { RULE_CODES } from '../../server/src/rules/index.ts';

const problemsOf = (text: string): readonly string[] =>
  parseConfiguration(text, RULE_CODES).problems.map(({ line, message }) => `${line}: ${message.split(';')[0]}`);

describe('mistakes are told at their lines', () => {
  test('keys alone, in paths, in tables, quoted', () => {
    expect(
      problemsOf(
        '# target\ntarget = "8"\n\ncolour = 1\nrules."no-rule" = "off"\nrules.many-partitions = "loud"\n[ unknown ]\nx = 1\n',
      ),
    ).toEqual([
      '2: target is one of cassandra-3.11, cassandra-4.0, cassandra-4.1, cassandra-5.0, cassandra-6.0, scylla, scylla-5, scylla-2025, dse, dse-6.8, dse-6.9, hcd, astra, keyspaces',
      '4: There is no setting colour',
      '5: There is no rule no-rule.',
      '6: many-partitions is one of off, hint, information, warning, error',
      '7: There is no setting unknown',
    ]);
  });

  test('a misspelt name is told with the one that is meant', () => {
    expect(
      parseConfiguration('targt = "5.0"\n[rules]\nunknown-tabel = "off"\n', RULE_CODES).problems.map(
        ({ message }) => message,
      ),
    ).toEqual([
      'There is no setting targt; did you mean target?',
      'There is no rule unknown-tabel; did you mean unknown-table?',
    ]);
  });

  test('names that every object has are keys like others', () => {
    for (const key of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      expect(problemsOf(`${key} = 1\n[rules]\n${key} = "off"\n`)).toEqual([
        `1: There is no setting ${key}`,
        `1: There is no rule ${key}.`,
      ]);
      expect(problemsOf(`[${key}]\ntarget = "3.11"\n`)).toEqual([`1: There is no setting ${key}`]);
    }
  });

  test('keys of 100 kB, and many of them', () => {
    const long = 'k'.repeat(100_000);
    expect(problemsOf(`[rules]\n${long} = "off"\n`)).toEqual([`2: There is no rule ${'k'.repeat(80)}….`]);
    expect(problemsOf(`${long} = "off"\n`)).toEqual([`1: There is no setting ${'k'.repeat(80)}…`]);
    const many = Array.from({ length: 10_000 }, (_, index) => `k${index} = "off"\n`).join('');
    expect(problemsOf(`[rules]\n${many}`).at(-1)).toBe('10001: There is no rule k9999.');
  }, 5000);
});

describe('numbers and words', () => {
  test('are read from a file, and from options as texts', () => {
    const { configuration } = parseConfiguration('format-width = 80\nformat-keywords = "lower"', []);
    expect(configuration).toMatchObject({ formatWidth: 80, formatKeywords: 'lower', formatIndent: 2 });
    expect(readConfiguration({ 'format-width': '90' }, [], configuration).configuration.formatWidth).toBe(90);
  });

  test.each([
    ['format-width = 5', 'format-width is a number of characters from 20 to 1000; this is 5.'],
    ['format-width = 80.5', 'format-width is a number of characters from 20 to 1000; this is 80.5.'],
    ['format-keywords = "UPPER"', 'format-keywords is one of upper, lower, preserve; this is "UPPER".'],
  ])('%s', (text, message) => {
    const { configuration, problems } = parseConfiguration(text, []);
    expect(problems).toMatchObject([{ line: 1, message }]);
    expect(configuration).toEqual(DEFAULT_CONFIGURATION);
  });
});

test('what is no TOML is told once, with its line', () => {
  expect(problemsOf('target = "scylla"\n[rules]\nallow-filtering = \n')).toEqual([
    '3: This is not TOML: invalid value.',
  ]);
});

test('a choice of the editor alone that is none of those it has', () => {
  const read = (settings: unknown) => readEditorSettings(settings, RULE_CODES, DEFAULT_CONFIGURATION).problems;
  expect(read({ inlayHints: { partitions: false }, codeLens: 'off', diagnostics: { scope: null } })).toEqual([
    {
      key: 'inlayHints.partitions',
      message: 'inlayHints.partitions is one of on, off; this is false.',
    },
  ]);
});
