import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type SyntaxDocument,
  editDocument,
  editProgram,
  newWorkshop,
  openDocument,
  openProgram,
} from '../../server/src/syntax/index.ts';
import { soup, statements } from './cql-soup.ts';

/** The suite's own number is small; the full one is asked for by name. */
const RUNS = Number(process.env['CQL_EDIT_RUNS'] ?? 400);
/** So that runs that are cut short by the clock add up. */
const SEED = process.env['CQL_EDIT_SEED'];

const anEdit = fc.record({
  at: fc.nat(),
  length: fc.oneof(fc.nat(2), fc.nat(40)),
  text: fc.oneof(soup(3), soup(12), statements(2)),
});

const edits = fc.array(anEdit, { minLength: 1, maxLength: 8, size: 'max' });

describe('an edited document equals one that is opened with the same text', () => {
  test.each([
    ['pieces', soup(50)],
    ['statements', statements(14)],
  ])(
    'after random edits of random %s',
    (_, texts) => {
      const property = fc.property(texts, edits, (text, sequence) => {
        let document = openDocument(text);
        let now = text;
        for (const { at, length, text: inserted } of sequence) {
          const start = at % (now.length + 1);
          const end = Math.min(now.length, start + length);
          const before = document;
          document = editDocument(before, { start, end, text: inserted });
          expectSplice(before, document);
          now = now.slice(0, start) + inserted + now.slice(end);
          expectSame(outline(document), outline(openDocument(now)));
        }
        expect(document.text()).toBe(now);
        expectSame(meaning(document), meaning(openDocument(now)));
      });
      fc.assert(property, { numRuns: RUNS / 2, ...(SEED === undefined ? {} : { seed: Number(SEED) }) });
    },
    3_600_000,
  );

  test('while it is typed and deleted again, letter by letter', () => {
    const text =
      "CREATE TABLE t (a int PRIMARY KEY, b text);\nBEGIN BATCH\n  INSERT INTO t (a, b) VALUES (1, 'x;y');\nAPPLY BATCH\n" +
      "SELECT /* all */ * FROM t -- of them\nDESC t\nUPDATE t SET b = $$it's$$ WHERE a = 1;\n";
    let document = openDocument('');
    for (let length = 0; length < text.length; length += 1) {
      document = editDocument(document, { start: length, end: length, text: text[length]! });
      expect(outline(document)).toEqual(outline(openDocument(text.slice(0, length + 1))));
    }
    for (let length = text.length - 1; length >= 0; length -= 1) {
      document = editDocument(document, { start: 0, end: 1, text: '' });
      expect(outline(document)).toEqual(outline(openDocument(text.slice(text.length - length))));
    }
  });
});

test.each([
  [
    'a placeholder closed far behind hides a word that decided about the cut',
    `BEGIN BATCH\nINSERT INTO a (b) VALUES (1);\nSELECT \${ BEGIN ${'x '.repeat(30)}¦\n; APPLY BATCH;`,
    '}',
  ],
  [
    'the words of the statement before do not continue in this one',
    `HELP UNION\n/*${'-'.repeat(50)}*/ALL /*${'-'.repeat(50)}*/\nSELECT * FROM t¦;`,
    'x',
  ],
])('%s', (_, marked, inserted) => {
  const at = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const edited = editDocument(openDocument(text), { start: at, end: at, text: inserted });
  expect(outline(edited)).toEqual(outline(openDocument(marked.replace('¦', inserted))));
});

/** What an edited document says of the segments of the one before is what became of them. */
function expectSplice(before: SyntaxDocument, after: SyntaxDocument): void {
  if (after === before || after.splice === undefined) return;
  const { from, to, come } = after.splice;
  const fresh = after.segments.slice(from, from + come);
  expect(before.segments.toSpliced(from, to - from, ...fresh).every((one, at) => one === after.segments[at])).toBe(
    true,
  );
  expect(before.segments.length - (to - from) + come).toBe(after.segments.length);
}

test('a program that changes beside its statements has the same statements', () => {
  const text = (query: string): string => `   ${query};   `;
  const [first, second] = ['SELECT a FROM t', 'SELECT b FROM t; SELECT c FROM t'];
  const opened = openProgram(`x "${first}"; y`, text(first), [], newWorkshop());
  expect(opened.splice).toBeUndefined();
  const edited = editProgram(opened, `x "${second}"; y`, text(second), []);
  expectSplice(opened, edited);
  const renamed = editProgram(edited, `z "${second}"; y`, text(second), []);
  expectSplice(edited, renamed);
  expect(renamed.segments).toBe(edited.segments);
});

test('what a placeholder of a program stands for is the name of its statement, until it is told another', () => {
  const text = 'SELECT a FROM $0__; SELECT b FROM t;';
  const tableOf = ({ segments }: SyntaxDocument): string | undefined => {
    const statement = segments[0]!.statement();
    return statement?.kind === 'select' ? statement.from?.name.name : undefined;
  };
  const opened = openProgram('', text, [{ start: 14, name: 'Users' }], newWorkshop());
  expect(tableOf(opened)).toBe('users');
  const same = editProgram(opened, ' ', text, [{ start: 14, name: 'Users' }]);
  expect(same.segments).toBe(opened.segments);
  const other = editProgram(same, '', text, [{ start: 14, name: 'shop."Orders"' }]);
  expect(tableOf(other)).toBe('Orders');
  expect(tableOf(editProgram(other, '', text, []))).toBe('$0__');
});

describe('an edit keeps the segments that it cannot change', () => {
  const text = 'USE k;\nSELECT * FROM a;\nSELECT * FROM b;\n\n-- the end\n';

  test.each([
    ['a letter', 21, 21, 'x', [0, 2, 3]],
    ['a statement more', 6, 6, '\nUSE l;', [0, 1, 2, 3]],
    ['a statement less', 6, 23, '', [0, 2, 3]],
    ['at the end', text.length, text.length, 'USE l', [0, 1, 2]],
    ['a `;` less', 22, 23, '', [0, 2, 3]],
    ['a statement joined to the next', 22, 30, '', [0, 3]],
    ['all but the end', 0, 40, '', [3]],
    ['a quote too many', 15, 15, "'", [0, 2, 3]],
    ['nothing', 3, 3, '', [0, 1, 2, 3]],
  ])('%s', (_, start, end, inserted, kept) => {
    const before = openDocument(text);
    const after = editDocument(before, { start, end, text: inserted });
    const old = before.segments.flatMap((segment, index) => (after.segments.includes(segment) ? [index] : []));
    expect(old).toEqual(kept);
    for (const index of kept)
      expect(after.segments[after.indexOf(before.segments[index]!)]).toBe(before.segments[index]);
  });

  test('and leaves the document before as it was', () => {
    const before = openDocument(text);
    const seen = outline(before);
    editDocument(before, { start: 0, end: text.length, text: '' });
    editDocument(before, { start: 3, end: 20, text: "'" });
    expect(outline(before)).toEqual(seen);
  });

  test('of which there are few even where a quote is typed into many statements', () => {
    const many = openDocument(`INSERT INTO t (a, b) VALUES ('x', 'y');\n`.repeat(1000));
    const edited = editDocument(many, { start: 20_020, end: 20_020, text: "'" });
    expect(edited.segments.filter((segment) => many.indexOf(segment) < 0).length).toBeLessThan(5);
  });
});

describe('places in a document', () => {
  const document = openDocument("\ufeffUSE k;\r\nSELECT 'a\rb',\n  c FROM t; USE l;USE\tm;\n");

  test('every offset has its position, and back', () => {
    const text = document.text();
    let line = 0;
    let start = 0;
    for (let offset = 0; offset <= text.length; offset += 1) {
      if (offset > 0 && (text[offset - 1] === '\n' || (text[offset - 1] === '\r' && text[offset] !== '\n'))) {
        line += 1;
        start = offset;
      }
      expect(document.positionAt(offset)).toEqual({ line, character: offset - start });
      if (text.slice(offset - 1, offset + 1) !== '\r\n') {
        expect(document.offsetAt({ line, character: offset - start })).toBe(offset);
      }
    }
    expect(document.lineCount).toBe(line + 1);
  });

  test('beyond the ends count as the ends', () => {
    expect(document.offsetAt({ line: -1, character: 5 })).toBe(0);
    expect(document.offsetAt({ line: 99, character: 0 })).toBe(document.length);
    expect(document.offsetAt({ line: 0, character: 99 })).toBe(7);
    expect(document.offsetAt({ line: 1, character: -3 })).toBe(9);
    expect(document.positionAt(-1)).toEqual({ line: 0, character: 0 });
    expect(document.positionAt(999)).toEqual(document.positionAt(document.length));
  });

  test('of segments', () => {
    document.segments.forEach((segment, index) => {
      expect(document.indexOf(segment)).toBe(index);
      expect(document.segmentAt(document.startOf(index))).toBe(index);
      expect(document.slice(document.startOf(index), document.startOf(index + 1))).toBe(segment.text);
    });
    expect(document.segmentAt(document.length)).toBe(document.segments.length - 1);
    expect(document.indexOf(openDocument('USE k;').segments[0]!)).toBe(-1);
    expect(document.slice(3, 12)).toBe(document.text().slice(3, 12));
    expect(document.slice(5, 2)).toBe('');
  });

  test('of random texts', () => {
    fc.assert(
      fc.property(soup(40), fc.nat(), (text, at) => {
        const offset = at % (text.length + 1);
        const before = text.slice(0, text[offset] === '\n' && text[offset - 1] === '\r' ? offset - 1 : offset);
        const breaks = before.split(/\r\n|\r|\n/);
        const position = { line: breaks.length - 1, character: breaks.at(-1)!.length + (offset - before.length) };
        const opened = openDocument(text);
        expect(opened.positionAt(offset)).toEqual(position);
        expect(opened.offsetAt(position)).toBe(before.length);
      }),
    );
  });
});

/** Faster than `toEqual`, which tells the difference. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** All that the splitter knows, segment by segment. */
function outline(document: SyntaxDocument): unknown {
  return {
    length: document.length,
    lineCount: document.lineCount,
    segments: document.segments.map(({ text, begin, end, comments, tokens }, index) => {
      return { text, start: document.startOf(index), begin, end, comments, tokens };
    }),
  };
}

/** What the parser and the checks make of it. */
const meaning = (document: SyntaxDocument): unknown =>
  document.segments.map((segment) => [segment.errors, segment.features, segment.statement()]);
