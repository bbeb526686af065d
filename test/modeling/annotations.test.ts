import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ANNOTATIONS } from '../../server/src/modeling/evidence/annotation-list.ts';
import { annotationNames, declaredOf } from '../../server/src/modeling/index.ts';
import { annotationsAt } from '../../server/src/service/completion/annotations.ts';
import { completionsAt } from '../../server/src/service/completion/index.ts';
import { newMemory } from '../../server/src/text/memory.ts';
import { subjectOf } from '../fixtures.ts';
import { contextOf, project } from './ask.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/annotations.md', import.meta.url)), 'utf8');
const COLUMNS =
  'sensor_id text, country text, body text, tags set<text>, email text, phone text, created_at timestamp, sku text, product_name text, seller_id text, ts timestamp, day date';

const declared = (comment: string) => {
  const workspace = project({
    's.cql': `-- ${comment}\nCREATE TABLE items (id uuid, ${COLUMNS}, PRIMARY KEY ((day), ts, id));`,
  });
  const { table, surroundings } = contextOf(workspace, 's.cql', 'create-table', 0);
  return declaredOf(table!, surroundings);
};

test('the page lists what there is, and no more', () => {
  const listed = [...PAGE.matchAll(/^\| `@([\w-]+)/gm)].map(([, name]) => name!);
  expect(listed).toEqual([...annotationNames()]);
});

test.each([...ANNOTATIONS])('@%s: its example is understood, and stands on the page', (_, { example, about }) => {
  expect(declared(example).problems).toEqual([]);
  expect(PAGE).toContain(`| \`${example}\` | ${about} |`);
});

test('what a comment declares hangs on what stands before it, too, not on the table alone', () => {
  const text = '-- @rate 5/s per day\nCREATE TABLE items (id uuid, day date, PRIMARY KEY (day, id));';
  const { table, surroundings } = contextOf(project({ 's.cql': text }), 's.cql', 'create-table', 0);
  const behindAnother = { ...surroundings, memory: newMemory(), firstOf: () => undefined };
  const [first, second, again] = [surroundings, behindAnother, surroundings].map((seen) => declaredOf(table!, seen));
  expect(first?.rates).toHaveLength(1);
  expect(second?.rates).toEqual([]);
  expect(again).toBe(first);
});

describe('completion in comments', () => {
  const at = (text: string): readonly string[] => {
    const caret = text.indexOf('¦');
    const workspace = project({ 's.cql': text.replace('¦', '') });
    const subject = subjectOf(workspace, 's.cql');
    const labels = annotationsAt(subject, caret).map(({ label }) => label);
    expect(completionsAt(subject, caret).map(({ label }) => label)).toEqual(labels);
    return labels;
  };
  const TABLE = 'CREATE TABLE t (id uuid PRIMARY KEY, email text);';

  test('behind @, all of them', () => {
    expect(at(`-- @¦\n${TABLE}`)).toEqual(annotationNames().map((name) => `@${name}`));
    expect(at(`-- @un¦\n${TABLE}`)).toContain('@unique');
  });

  test('behind its name, the columns of the table', () => {
    expect(at(`-- @unique ¦\n${TABLE}`)).toEqual(['id', 'email']);
    expect(at(`-- @rate 3/day per e¦\n${TABLE}`)).toEqual(['id', 'email']);
    expect(at(`-- @rows ¦\n${TABLE}`)).toEqual([]);
  });

  test('nothing in other comments', () => {
    expect(at(`-- mail us: a@¦\n${TABLE}`)).toEqual([]);
    expect(at(`-- unique ¦\n${TABLE}`)).toEqual([]);
  });
});
