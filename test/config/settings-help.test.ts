import { describe, expect, test } from 'vitest';
import { settingsHoverAt, settingsItemsAt, type SettingsItem } from '../../server/src/config/settings-help.ts';
import { RULES } from '../../server/src/rules/index.ts';

const itemsAt = (marked: string): readonly SettingsItem[] =>
  settingsItemsAt(marked.replace('¦', ''), marked.indexOf('¦'), RULES);
const labelsAt = (marked: string): readonly string[] => itemsAt(marked).map(({ label }) => label);

/** The text after an item was taken. */
function taken(marked: string, label: string): string {
  const { start, end, text } = itemsAt(marked).find((item) => item.label === label)!;
  const whole = marked.replace('¦', '');
  return whole.slice(0, start) + text + whole.slice(end);
}

describe('what may stand in cql-analyzer.toml', () => {
  test.each([
    ['¦', ['target', 'profile', 'complete-schema', '[rules]', '[embedded]'], ['scan', 'rules', 'tests']],
    ['target = "4.1"\n¦\n', ['schema'], ['target']],
    ['pro¦', ['profile', 'production'], []],
    ['tar¦get = "4.1"', ['target'], []],
    ['[¦', ['rules', 'embedded'], ['target', '[rules]']],
    ['[rules]\n¦', ['allow-filtering', 'refused', '[embedded]'], ['target']],
    ['[rules]\nrefused = "off"\n¦', ['allow-filtering'], ['refused']],
    ['[embedded]\n¦\n', ['languages', 'tests', 'schema'], ['target', 'refused']],
    ['rules.¦', ['refused'], ['target', '[rules]']],
    ['rules = { ¦ }', ['refused'], ['target', '[rules]']],
    ['rules = { refused = "off", ¦ }', ['allow-filtering'], ['refused']],
    ['rules = { refused = ¦ }', ['"off"', '"hint"'], ['refused']],
    ['profile = ¦', ['"quiet"', '"strict"'], ['profile']],
    ['profile = "¦"', ['quiet', 'strict'], ['"quiet"']],
    ["profile = '¦", ['strict'], []],
    ['target = "¦"\nprofile = "quiet"', ['cassandra-5.0', 'scylla'], []],
    ['complete-schema = ¦', ['true', 'false'], []],
    ['format-width = ¦', ['100'], []],
    ['[rules]\nrefused = "¦"', ['off', 'error'], ['hint"']],
    ['[embedded]\nlanguages = ["go", "¦"]', ['java', 'go'], []],
    ['[embedded]\nlanguages = [\n  "go",\n  "¦"\n]', ['java'], []],
    ['embedded.tests = ¦', ['true'], []],
  ])('%s', (marked, offered, not) => {
    const labels = labelsAt(marked);
    expect(labels).toEqual(expect.arrayContaining(offered));
    for (const label of not) expect(labels).not.toContain(label);
  });

  test.each([
    '# ¦',
    'target = "4.1" # ¦',
    'target = "4.1" ¦',
    'schema = ["a¦"]',
    'nothing = ¦',
    '[rules.scan]\n¦x = 1',
  ])('nothing: %s', (marked) => {
    expect(labelsAt(marked).filter((label) => !label.startsWith('['))).toEqual([]);
  });

  test('keys bring their =, values their quotes', () => {
    expect(taken('pro¦', 'profile')).toBe('profile = ');
    expect(taken('pro¦ = "quiet"', 'profile')).toBe('profile = "quiet"');
    expect(taken('profile = ¦', '"strict"')).toBe('profile = "strict"');
    expect(taken('profile = "qu¦iet"', 'strict')).toBe('profile = "strict"');
    expect(taken('[ru¦]', 'rules')).toBe('[rules]');
    expect(taken('target = "4.1"\n¦', '[rules]')).toBe('target = "4.1"\n[rules]');
    expect(taken('"prof¦" = 1', 'profile')).toBe('"profile" = 1');
  });
});

describe('what a name in cql-analyzer.toml sets', () => {
  const hoverAt = (marked: string): string | undefined =>
    settingsHoverAt(marked.replace('¦', ''), marked.indexOf('¦'), RULES)?.markdown;

  test.each([
    ['tar¦get = "4.1"', 'The server that statements are checked for.'],
    ['[ru¦les]', 'Severity by rule'],
    ['[rules]\nallow-fil¦tering = "off"', 'ALLOW FILTERING reads every partition.'],
    ['embedded.te¦sts = true', 'programs of tests'],
    ['[embe¦dded]', '`tests`'],
    ['rules = { ref¦used = "off" }', '[refused](http'],
  ])('%s', (marked, said) => {
    expect(hoverAt(marked)).toContain(said);
  });

  test.each(['target = "4¦.1"', '# tar¦get', 'no¦thing = 1', '¦'])('nothing: %s', (marked) => {
    expect(hoverAt(marked)).toBeUndefined();
  });
});
