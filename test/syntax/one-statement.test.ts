import { expect, test } from 'vitest';
import { newRequestReader, openDocument } from '../../server/src/syntax/index.ts';
import { randomOf } from '../conformance/generate/random.ts';
import { textGenerator } from '../conformance/syntax/generate.ts';

// The splitter guesses where a statement ends that lacks its `;`. It must never cut one that is whole.

test.each(['3.11', '5.0', '6.0'])(
  'a text that is one statement is not cut, as %s writes them',
  (release) => {
    const generator = textGenerator(randomOf(`one statement of ${release}`), release, []);
    const reader = newRequestReader();
    let whole = 0;
    for (let count = 0; count < 500; count++) {
      const text = generator.next();
      const request = reader.read(text);
      const statement = request.statement();
      if (statement === undefined || statement.kind === 'shell' || request.errors.length > 0) continue;
      whole++;
      const segments = openDocument(text).segments.filter(({ begin, end }) => begin < end);
      expect(segments.map((segment) => [segment.text.slice(segment.begin, segment.end), segment.errors])).toEqual([
        [text.slice(segments[0]!.begin, segments[0]!.end), []],
      ]);
    }
    expect(whole).toBeGreaterThan(100);
  },
  60_000,
);
