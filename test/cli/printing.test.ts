import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { wantsColour } from '../../server/src/cli/report/paint.ts';
import { RULE_CODES } from '../../server/src/rules/index.ts';
import { folderOf, install, type Installed } from './installed.ts';
import { parseXml, type XmlElement } from './xml.ts';

// What the installed command prints of texts and names that somebody chose to harm a terminal, a log or a reader of reports.

let installed: Installed;
beforeAll(() => {
  installed = install();
}, 120_000);

const ESC = '\u001b';
/** Each is a name that Cassandra takes in double quotes. */
const NAMES = [
  `a${ESC}[31mb\u0007`,
  'c\r\n::error file=x::owned',
  '::set-output name=a::b',
  'd ##[error]e ##vso[task.setvariable variable=x]y',
  'f\u202eg\u2066h\u009bi\u0085j\u2028k',
  'l\ufffem\uffff',
  '<&">\u001f]]>',
  '[text](https://example.org)',
  '__proto__',
];
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const filesOf = (names: readonly string[]): Readonly<Record<string, string>> => ({
  'schema.cql': `CREATE TABLE shop.t (id int PRIMARY KEY, ${names.map((name) => `${quoted(name)} text`).join(', ')});\n`,
  'queries.cql': names
    .flatMap((name) => [
      `SELECT ${quoted(name)} FROM shop.t WHERE ${quoted(name)} = '\n::warning::x';\n`,
      `SELECT ${quoted(`${name}?`)} FROM shop.t WHERE id = 1;\n`,
      `SELECT id FROM shop.${quoted(name)} WHERE id = 1;\n`,
      `INSERT INTO shop.t (id, ${quoted(name)}) VALUES (1, ${quoted(name)});\n`,
    ])
    .join(''),
});

/** What a terminal obeys (a tab only moves on), and lines that GitHub's or Azure's runner takes for a command. */
const HARMFUL = /(?!\t)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const isCommand = (line: string): boolean => /^\s*::/.test(line) || /##(?:\[|vso\[)/i.test(line);

const COMMANDS: readonly (readonly string[])[] = [
  ...['pretty', 'json', 'sarif', 'github', 'junit'].map((format) => ['check', '--format', format]),
  ...['pretty', 'json', 'cql'].map((format) => ['propose', '--format', format]),
  ['dry-run', 'schema.cql', 'queries.cql'],
  ['format', '--check'],
];

function expectHarmless(args: readonly string[], cwd: string): void {
  const { code, stdout, stderr } = installed.run(args, { cwd });
  expect([args, code === 0 || code === 1, stderr]).toEqual([args, true, '']);
  for (const line of stdout.split('\n')) {
    expect([args, line, HARMFUL.test(line)]).toEqual([args, line, false]);
    const allowed = args.includes('github') && /^::(?:error|warning|notice) file=[^,:]+,line=\d+,col=\d+,/.test(line);
    expect([args, line, isCommand(line) && !allowed]).toEqual([args, line, false]);
  }
}

describe('nothing that is printed is obeyed', () => {
  test.each(COMMANDS.map((args) => [args.join(' '), args] as const))('%s', (_, args) => {
    expectHarmless(args, folderOf(filesOf(NAMES)));
  });

  test('explain, with the text of the command line', () => {
    const cwd = folderOf(filesOf(NAMES));
    for (const name of NAMES) {
      const { stdout } = installed.run(['explain', `SELECT id FROM shop.t WHERE ${quoted(name)} = 'a'`], { cwd });
      for (const line of stdout.trimEnd().split('\n'))
        expect([line, HARMFUL.test(line) || isCommand(line)]).toEqual([line, false]);
    }
  });

  test('names of files, also in errors', () => {
    const name = `x\n::error::y${ESC}[2J.cql`;
    const cwd = folderOf({ ...filesOf([]), [name]: 'SELECT * FROM shop.t WHERE a = 1; SELEC;\n' });
    for (const args of [...COMMANDS.slice(0, 9), ['dry-run', name], ['fix', '--diff'], ['fix']]) {
      if (args[0] !== 'dry-run' || args[1] === name) expectHarmless(args, cwd);
    }
    for (const args of [['check', `${name}2`], ['check', '--target', name], [name], ['check', `--${name}`]]) {
      const { code, stderr } = installed.run(args, { cwd });
      expect(code).toBe(2);
      for (const line of stderr.trimEnd().split('\n'))
        expect([line, HARMFUL.test(line) || isCommand(line)]).toEqual([line, false]);
    }
  });

  test('whatever the names are', () => {
    const character = fc.constantFrom(
      ...new Set(NAMES.join('')),
      ' ',
      ':',
      '#',
      '[',
      '\n',
      '\t',
      '\ud800',
      'é',
      '𝄞',
      '`',
    );
    const name = fc.string({ unit: character, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 5, maxLength: 20 }),
        fc.constantFrom(...COMMANDS),
        (names, args) => {
          expectHarmless(args, folderOf(filesOf(names)));
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);
});

describe('reports are well formed, and have the shape that their readers know', () => {
  test('JUnit', () => {
    const { stdout } = installed.run(['check', '--format', 'junit'], { cwd: folderOf(filesOf(NAMES)) });
    const root = parseXml(stdout);
    expect(root.name).toBe('testsuites');
    for (const suite of root.children) {
      expect([suite.name, Object.keys(suite.attributes)]).toEqual(['testsuite', ['name', 'tests', 'failures']]);
      const failures = suite.children.flatMap(({ children }) => children);
      expect(Number(suite.attributes['tests'])).toBe(suite.children.length);
      expect(Number(suite.attributes['failures'])).toBe(failures.length);
      for (const one of suite.children)
        expect([one.name, Object.keys(one.attributes)]).toEqual(['testcase', ['classname', 'name']]);
      for (const one of failures)
        expect([one.name, Object.keys(one.attributes)]).toEqual(['failure', ['type', 'message']]);
    }
    const texts = (element: XmlElement): string => element.text + element.children.map(texts).join('');
    expect(texts(root)).toContain(String.raw`l\ufffem\uffff`);
  });

  test('SARIF', () => {
    const { stdout } = installed.run(['check', '--format', 'sarif'], {
      cwd: folderOf({ ...filesOf(NAMES), 'a b%c#.cql': 'SELEC;' }),
    });
    const log = JSON.parse(stdout) as Sarif;
    expect([log.version, log.$schema, log.runs.length]).toEqual([
      '2.1.0',
      'https://json.schemastore.org/sarif-2.1.0.json',
      1,
    ]);
    const [{ tool, columnKind, results }] = log.runs as [SarifRun];
    expect([tool.driver.name, columnKind]).toEqual(['cql-analyzer', 'utf16CodeUnits']);
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(RULE_CODES);
    for (const { ruleId, level, message, locations, relatedLocations } of results) {
      expect(RULE_CODES).toContain(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(locations).toHaveLength(1);
      for (const { text } of [message, ...relatedLocations.flatMap((one) => one.message ?? [])]) {
        expect(text.length).toBeGreaterThan(0);
        // An embedded link (3.11.6).
        expect(text).not.toMatch(/(?<!\\)\]\(/);
      }
      for (const {
        physicalLocation: { artifactLocation, region },
      } of [...locations, ...relatedLocations]) {
        expect(['schema.cql', 'queries.cql', 'a%20b%25c%23.cql']).toContain(artifactLocation.uri);
        const { startLine, startColumn, endLine, endColumn } = region;
        expect(
          [startLine, startColumn, endLine, endColumn].every((number) => Number.isInteger(number) && number > 0),
        ).toBe(true);
        expect(endLine > startLine || (endLine === startLine && endColumn >= startColumn)).toBe(true);
      }
    }
  });
});

interface Sarif {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly SarifRun[];
}

interface SarifRun {
  readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } };
  readonly columnKind: string;
  readonly results: readonly {
    readonly ruleId: string;
    readonly level: string;
    readonly message: { readonly text: string };
    readonly locations: readonly SarifLocation[];
    readonly relatedLocations: readonly SarifLocation[];
  }[];
}

interface SarifLocation {
  readonly message?: { readonly text: string };
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: Readonly<Record<'startLine' | 'startColumn' | 'endLine' | 'endColumn', number>>;
  };
}

describe('standard output', () => {
  const cwd = (): string => folderOf({ 'a.cql': 'SELEC;\n'.repeat(300) });

  test('that nobody reads any more ends the command quietly', () => {
    const { stderr } = installed.run(['check'], { cwd: cwd(), shell: 'exec >/dev/null' });
    expect(stderr).toBe('');
    const piped = spawnSync('sh', ['-c', '"$@" | head -n 1', 'sh', ...installed.command(['check'])], {
      cwd: cwd(),
      encoding: 'utf8',
    });
    expect([piped.stderr, piped.stdout.split('\n').length]).toEqual(['', 2]);
  });

  test('that cannot be written is one line and exit code 2', () => {
    if (!fs.existsSync('/dev/full')) return;
    for (const args of [['check'], ['propose', '--format', 'json'], ['dry-run', 'a.cql'], ['--help']]) {
      const { code, stderr } = installed.run(args, { cwd: cwd(), shell: 'exec >/dev/full' });
      expect([code, stderr]).toEqual([2, 'cql-analyzer: standard output: the disk is full.\n']);
    }
  });
});

test('colours: FORCE_COLOR, NO_COLOR and the terminal', () => {
  expect(wantsColour({}, true)).toBe(true);
  expect(wantsColour({}, false)).toBe(false);
  expect(wantsColour({ NO_COLOR: '1' }, true)).toBe(false);
  expect(wantsColour({ NO_COLOR: '' }, true)).toBe(true);
  expect(wantsColour({ TERM: 'dumb' }, true)).toBe(false);
  expect(wantsColour({ FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(true);
  expect(wantsColour({ FORCE_COLOR: '0' }, true)).toBe(false);
});

test('the marks of an excerpt stand under what is printed', () => {
  const cwd = folderOf({ 'a.cql': `SELECT '\t${ESC}a' FROM t WHERE order = 1;\n` });
  const [line = '', marks = ''] = installed
    .run(['check'], { cwd })
    .stdout.split('\n')
    .filter((one) => / \| ./.test(one));
  expect(line).toContain(String.raw`'  \u001ba'`);
  expect(line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('order');
});
