// Makes what lists rules, settings and releases from their registers: `npm run registers`. A test fails where they differ.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at, bin, runNode } from './project.mjs';

const RULES = 'server/src/rules';
const LIST = `${RULES}/list.ts`;
const SCHEMA = 'schemas/cql-analyzer.json';
const RAW = 'https://raw.githubusercontent.com/cql-analyzer/cql-analyzer/main';

/** The list of all rules: a rule is a file of the folder that exports one. */
export function ruleList() {
  const rules = readdirSync(at(RULES))
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const rule = /^export const (\w+): Rule = /m.exec(readFileSync(at(RULES, name), 'utf8'))?.[1];
      return rule === undefined ? [] : [{ name, rule }];
    });
  return [
    '// Made by `npm run registers` from the files of this folder.',
    ...rules.map(({ name, rule }) => `import { ${rule} } from './${name}';`),
    "import type { Rule } from './rule.ts';",
    '',
    '/** All rules, by their codes. */',
    `export const RULES: readonly Rule[] = [\n${rules.map(({ rule }) => `  ${rule},\n`).join('')}];`,
    '',
  ].join('\n');
}

/** The texts that are made from the registers, by their paths. */
export async function madeFromRegisters() {
  const { RULES: rules } = await load(LIST);
  const { RULE_TAGS, PROFILES } = await load(`${RULES}/rule.ts`);
  const settings = await load('server/src/config/settings.ts');
  const files = await load('server/src/config/telling-files.ts');
  const releases = { ...(await load('server/src/text/release.ts')), PROFILES };
  return new Map([
    [LIST, ruleList()],
    ['docs/rules/README.md', withTable('docs/rules/README.md', 'rules', ruleTables(rules, RULE_TAGS))],
    ['docs/configuration.md', withTable('docs/configuration.md', 'settings', settingTable(settings, releases))],
    ['package.json', json(manifest(rules, settings, { ...releases, ...files }))],
    [SCHEMA, json(schemaOf(rules, settings, releases))],
  ]);
}

const load = (path) => import(pathToFileURL(at(path)).href);

const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;

/** The text of a page with what stands between `<!-- NAME -->` and `<!-- /NAME -->` made anew. */
function withTable(path, name, table) {
  const [begin, end] = [`<!-- ${name}: npm run registers -->`, `<!-- /${name} -->`];
  const text = readFileSync(at(path), 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path} has no ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`;
}

function ruleTables(rules, tags) {
  return Object.entries(tags)
    .map(([tag, title]) => [title, rules.filter((rule) => rule.tags[0] === tag)])
    .map(([title, own]) =>
      [
        `\n## ${title}\n`,
        '| rule | what it finds | severity | profile |',
        '|---|---|---|---|',
        ...own.map(
          ({ code, summary, severities, profile }) =>
            `| [${code}](${code}.md) | ${summary} | ${severities.join(', ')} | ${profile} |`,
        ),
      ].join('\n'),
    )
    .join('\n')
    .concat('\n');
}

function settingTable({ settingEntries, keyOf, EDITOR_SETTINGS }, releases) {
  return [
    '',
    '| `cql-analyzer.toml` | option | in an editor | value | default | |',
    '|---|---|---|---|---|---|',
    ...settingEntries().map(([name, setting]) =>
      [
        '',
        ` \`${keyOf(name)}\` `,
        setting.option === undefined
          ? ' '
          : ` \`${`--${keyOf(name)} ${setting.option}`.trim()}\`${setting.command ? ` of \`${setting.command}\`` : ''} `,
        ` \`cqlAnalyzer.${name}\` `,
        ` ${valueInWords(setting, releases)} `,
        setting.kind === 'target'
          ? ` \`${releases.targetName(setting.default)}\` `
          : setting.kind === 'flag' || setting.kind === 'number'
            ? ` ${setting.default} `
            : setting.kind === 'choice' || setting.kind === 'profile'
              ? ` \`${setting.default}\` `
              : ' ',
        ` ${setting.description} `,
        '',
      ].join('|'),
    ),
    ...Object.entries(EDITOR_SETTINGS).map(
      ([name, { choices, description }]) =>
        `| | | \`cqlAnalyzer.${name}\` | ${choices.map((choice) => `\`${choice}\``).join(', ')} | \`${choices[0]}\` | ${description} |`,
    ),
    '',
  ].join('\n');
}

function valueInWords({ kind, value, example, choices, range }, { TARGET_NAMES, PROFILES }) {
  if (kind === 'target') return TARGET_NAMES.map((name) => `\`${name}\``).join(', ');
  if (kind === 'profile') return PROFILES.map((name) => `\`${name}\``).join(', ');
  if (kind === 'choice') return choices.map((choice) => `\`${choice}\``).join(', ');
  if (kind === 'number') return `${value} from ${range[0]} to ${range[1]}`;
  return kind === 'flag' ? value : `${value}, such as \`${example}\``;
}

/** One of several values, or the empty one, for which a list shows words. */
const choiceOrNone = (choices) => ({
  type: 'string',
  enum: ['', ...choices],
  enumItemLabels: ['As cql-analyzer.toml says', ...choices],
  default: '',
});

/** The value of a setting as JSON schema; an editor also has a value that says nothing. */
function valueSchema(setting, rules, { SEVERITIES }, { TARGET_NAMES, PROFILES }, inEditor) {
  switch (setting.kind) {
    case 'target':
      return inEditor ? choiceOrNone(TARGET_NAMES) : { type: 'string', enum: TARGET_NAMES };
    case 'profile':
      return inEditor ? choiceOrNone(PROFILES) : { type: 'string', enum: PROFILES };
    case 'production':
      return {
        type: inEditor ? ['boolean', 'array', 'null'] : ['boolean', 'array'],
        items: { type: 'string' },
        ...(inEditor && { default: null }),
      };
    case 'list':
      return { type: 'array', items: { type: 'string' }, default: [] };
    case 'choices':
      return { type: 'array', items: { type: 'string', enum: setting.choices }, default: setting.default };
    case 'flag':
      return { type: 'boolean', default: setting.default };
    case 'number':
      return {
        type: inEditor ? ['integer', 'null'] : 'integer',
        minimum: setting.range[0],
        maximum: setting.range[1],
        default: inEditor ? null : setting.default,
      };
    case 'choice':
      return inEditor
        ? choiceOrNone(setting.choices)
        : { type: 'string', enum: setting.choices, default: setting.default };
    case 'text':
      return { type: 'string', ...(setting.pattern && { pattern: setting.pattern }), default: '' };
    case 'severities':
      return {
        type: 'object',
        properties: Object.fromEntries(
          rules.map(({ code, summary }) => [code, { type: 'string', enum: SEVERITIES, description: summary }]),
        ),
        additionalProperties: false,
        default: {},
      };
  }
}

/** What is there for nothing else. */
const OF_CQL = /\/(?:\*\.cql|cql-analyzer\.toml)$/;

function manifest(rules, settings, releases) {
  const text = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const own = settings.settingEntries().map(([name, setting]) => [
    `cqlAnalyzer.${name}`,
    {
      ...valueSchema(setting, rules, settings, releases, true),
      scope: 'resource',
      markdownDescription:
        setting.kind === 'target'
          ? `${setting.description} Empty: what \`cql-analyzer.toml\` says, else ${releases.targetLabel(setting.default)}.`
          : setting.kind === 'profile'
            ? `${setting.description} Empty: what \`cql-analyzer.toml\` says, else \`${setting.default}\`.`
            : setting.description,
    },
  ]);
  const editors = Object.entries(settings.EDITOR_SETTINGS).map(([name, { choices, description }]) => [
    `cqlAnalyzer.${name}`,
    { type: 'string', enum: choices, default: choices[0], scope: 'window', markdownDescription: description },
  ]);
  const properties = [...own, ...editors].map(([name, property], index) => [name, { ...property, order: index + 1 }]);
  return {
    ...text,
    activationEvents: [
      ...text.activationEvents.filter((event) => !event.includes('**/') || OF_CQL.test(event)),
      ...releases.MANIFESTS.map((name) => `workspaceContains:**/${name}`),
    ].toSorted(),
    contributes: {
      ...text.contributes,
      configuration: { title: 'CQL Analyzer', properties: Object.fromEntries(properties) },
      // Read by extensions for TOML: Even Better TOML, Taplo.
      tomlValidation: [{ fileMatch: 'cql-analyzer.toml', url: `${RAW}/${SCHEMA}` }],
    },
  };
}

/** What a `cql-analyzer.toml` may hold. */
const schemaOf = (rules, settings, releases) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: `${RAW}/${SCHEMA}`,
  title: 'cql-analyzer.toml',
  description: 'What a project of CQL files says about itself to CQL Analyzer.',
  type: 'object',
  properties: nested(
    settings
      .settingEntries()
      .map(([name, setting]) => [
        settings.keyOf(name),
        { description: setting.description, ...valueSchema(setting, rules, settings, releases, false) },
      ]),
  ),
  additionalProperties: false,
});

/** Properties by their names; those with a dot in their names are properties of a table. */
function nested(entries) {
  const properties = {};
  for (const [name, property] of entries) {
    const [first, second] = name.split('.');
    if (second === undefined) properties[first] = property;
    else {
      properties[first] ??= { type: 'object', properties: {}, additionalProperties: false };
      properties[first].properties[second] = property;
    }
  }
  return properties;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  // The rules are listed before they are read.
  writeFileSync(at(LIST), ruleList());
  const made = await madeFromRegisters();
  for (const [path, text] of made) writeFileSync(at(path), text);
  process.exitCode = runNode(
    bin('oxfmt'),
    [...made.keys()].filter((path) => !path.endsWith('.md')),
  );
}
