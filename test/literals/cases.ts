import { edited } from '../../server/src/text/edited.ts';
import { placedEdits } from '../../server/src/workspace/placed.ts';
import { workspaceOf } from '../fixtures.ts';
import { NAMES } from './forms.ts';
import { valuesOf, type Language } from './languages.ts';

const SCHEMA = 'CREATE TABLE shop.users (id text PRIMARY KEY, email text);\n';

/** An expression before and after a name is put into its statement. */
export interface Case {
  readonly before: string;
  readonly after: string;
  readonly name: string;
}

/** A form with each of the names that it can hold. */
export function casesOf(language: Language, form: string): readonly Case[] {
  const { line, program, extension } = language;
  const path = `cassandra/a.${extension}`;
  const text = program([line('q', form)], ['q']);
  const workspace = workspaceOf({ 'schema.cql': SCHEMA, [path]: text });
  const { document } = workspace.file(path)!;
  const segment = document.segments.find((one) => one.text.includes('NAME'));
  if (segment === undefined) throw new Error(`${language.host}: no statement in ${form}`);
  const start = segment.text.indexOf('NAME');
  const cases = NAMES.flatMap((name): readonly Case[] => {
    const at = { uri: path, segment, span: { start, end: start + 4 } };
    const edits = placedEdits(workspace, [{ at, text: name }])?.get(path);
    if (edits === undefined) return [];
    const begin = text.indexOf(form);
    const changed = edited(text, edits);
    return [{ before: form, after: changed.slice(begin, begin + form.length + changed.length - text.length), name }];
  });
  if (!cases.some(({ name }) => name === 'email')) throw new Error(`${language.host}: nothing is written into ${form}`);
  return cases;
}

/** What the language reads of cases against what it shall; a line for each that differs. */
export function failuresOf(language: Language, cases: readonly Case[], folder: string): readonly string[] {
  const texts = [...new Set(cases.flatMap(({ before, after }) => [before, after]))];
  const names = texts.map((_, index) => `q${index}`);
  const lines = texts.map((text, index) => language.line(names[index]!, text));
  const values = valuesOf(language, language.program(lines, names), folder);
  if (values instanceof Error) return [values.message];
  const valueOf = (text: string): string => values[texts.indexOf(text)] ?? '';
  return cases.flatMap(({ before, after, name }) => {
    const read = spaced(valueOf(after));
    const wanted = spaced(valueOf(before).replace('NAME', () => name));
    return read === wanted ? [] : [`${after}\n    says   ${read}\n    not    ${wanted}`];
  });
}

/** Where lines break is all the same to CQL, outside of quotes. */
function spaced(cql: string): string {
  return cql.replaceAll(/\s+/g, ' ').trim();
}
