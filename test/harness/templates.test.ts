import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTemplates, templateFinder, type Account, type Template } from '../conformance/templates.ts';
import { hear, newSaid, utteredOf } from '../conformance/said.ts';
import { literalsOf } from './literals.ts';

const rooms = resolve(import.meta.dirname, '../../server/src');
const templates = readTemplates();
const ofAccount = (wanted: Account) => templates.filter(({ account }) => account === wanted);

describe('templates of the server', () => {
  test('each is accounted for', () => {
    const accounts = new Set(['covered', 'data', 'configuration', 'fault', 'open']);
    expect(templates.length).toBeGreaterThan(1600);
    expect(templates.filter(({ account }) => !accounts.has(account))).toEqual([]);
    expect(templates.filter(({ account, note }) => account !== 'covered' && note === '')).toEqual([]);
  });

  test('what is covered is in the source', () => {
    const literals = globSync('{analysis,catalog}/**/*.ts', { cwd: rooms })
      .flatMap((path) => literalsOf(readFileSync(resolve(rooms, path), 'utf8')))
      .map(({ parts }) => ({ parts, letters: parts.join('').length, pattern: patternOf(parts) }));
    const written = literals.flatMap(({ parts }) => parts).join('\0');
    const holds = (piece: string, whole: string) =>
      written.includes(piece) ||
      literals.some(
        ({ letters, pattern }) => letters >= piece.length * 0.6 && pattern.exec(whole)?.[0].includes(piece),
      );
    const isSaid = ({ text, note }: Template) =>
      (note === '' ? piecesOf(text) : [note]).every((piece) => holds(piece, text));
    expect(
      ofAccount('covered')
        .filter((each) => !isSaid(each))
        .map(({ source, text }) => `${source}: ${text}`),
    ).toEqual([]);
  });

  test('a message leads to its template', () => {
    const find = templateFinder(templates);
    expect(find('Undefined column name nocolumn in table k.t', '5.0')?.text).toBe(
      'Undefined column name %s in table %s',
    );
    expect(find("Duplicate field name 'a' in type 't'", '5.0')?.text).toBe("Duplicate field name '%s' in type '%s'");
    expect(find('nothing that a server says', '5.0')).toBeUndefined();
  });

  test('a sentence is said by each class that can say it', () => {
    const said = newSaid();
    hear(said, { ok: false, kind: 'invalid', message: 'Durations are not allowed inside sets: set<duration>' });
    const { covered } = utteredOf([said], templates, '5.0');
    expect(covered.map(({ source }) => source)).toEqual(['cql3/CQL3Type', 'cql3/selection/Selectable']);
  });

  test('a message says what it wraps, too', () => {
    const said = newSaid();
    hear(said, {
      ok: false,
      kind: 'invalid',
      message: 'Error decoding JSON value for v: Expected a float value, but got a String: x',
    });
    hear(said, { ok: true, warnings: ['a warning that no server gives'] });
    const { covered, silent, others } = utteredOf([said], templates, '5.0');
    expect(covered.map(({ source }) => source)).toEqual(['cql3/Json', 'db/marshal/FloatType']);
    expect(covered.length + silent.length).toBe(
      ofAccount('covered').filter(({ releases }) => releases.includes('5.0')).length,
    );
    expect(others).toEqual([]);
  });
});

/** The parts of a template that say something: those of two words and more, else the longest. */
function piecesOf(text: string): readonly string[] {
  const pieces = text
    .split('%s')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const long = pieces.filter((piece) => /\w\S*\s+\S*\w/.test(piece));
  return long.length > 0 ? long : pieces.toSorted((one, other) => other.length - one.length).slice(0, 1);
}

function patternOf(parts: readonly string[]): RegExp {
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.{0,80}?'), 's');
}
