import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOSTS, type Host } from '../../server/src/embedded/index.ts';
import type { SyntaxDocument } from '../../server/src/syntax/index.ts';
import { workspaceOf } from '../fixtures.ts';
import { extractionOf, maskOf } from './reading.ts';

// Whatever a program looks like: every statement stands at its place, and an edit leaves what a fresh reading gives.

const IMPORTS = [
  'import "github.com/gocql/gocql"\n',
  'import com.datastax.oss.driver.api.core.CqlSession;\n',
  'from cassandra.cluster import Cluster\n',
  "const c = require('cassandra-driver');\n",
  'use scylla::Session;\n',
  'using Cassandra;\n',
  '<?php\nuse Cassandra\\Session;\n',
  "require 'cassandra'\n",
  'alias Xandra.Cluster\n',
];
const BITS = [
  'SELECT a FROM t WHERE k = ?',
  'INSERT INTO t (k, v) VALUES (?, {})',
  'UPDATE t SET v = %s WHERE k = %(k)s',
  'DELETE FROM t',
  ' WHERE k = ',
  '${x}',
  '#{y}',
  '{z}',
  '$w',
  '\\"A\\"',
  '\\n',
  '\\',
  '"',
  "'",
  '`',
  '"""',
  'r#"',
  '@"',
  '$"',
  'f"',
  '<<~CQL\n',
  '<<<CQL\n',
  'CQL\n',
  '//',
  '#',
  '/*',
  '*/',
  '// cql-analyzer: ignore refused\n',
  '# cql-analyzer: ignore refused\n',
  '/* cql */',
  ' + ',
  ' . ',
  ' <> ',
  ' % x',
  '.format(',
  '.concat(',
  '\nq += ',
  'q = ',
  's.Query(',
  ')',
  '(',
  ', ',
  ';',
  '\n',
  '\r\n',
  '\u2028',
  'ü',
  '😀',
  ' x ',
];
const program = fc
  .tuple(fc.constantFrom(...IMPORTS), fc.array(fc.constantFrom(...BITS), { maxLength: 40 }))
  .map(([head, bits]) => head + bits.join(''));

const pathFor = ({ extensions }: Host): string => `cassandra/a.${extensions[0]}`;

describe.each(HOSTS.map((host) => [host.name, host] as const))('%s', (_, host) => {
  test('what is CQL stands where it stood, and all else is blank', () => {
    fc.assert(
      fc.property(program, (text) => {
        const mask = maskOf(pathFor(host), text);
        const { statements, directives } = extractionOf(pathFor(host), text);
        expect(mask).toHaveLength(text.length);
        expect(mask.replaceAll(/[^\r\n]/g, ' ')).toBe(text.replaceAll(/[^\r\n]/g, ' '));
        for (const { start, end, text: cql, pieces } of statements) {
          expect(mask.slice(start, end)).toBe(cql);
          for (const piece of pieces)
            if (piece.kind === 'text')
              expect(mask.slice(piece.start, Math.min(piece.end, end - 1))).toBe(
                text.slice(piece.start, Math.min(piece.end, end - 1)),
              );
        }
        let outside = mask;
        for (const { start, end } of [...statements, ...directives])
          outside = outside.slice(0, start) + ' '.repeat(end - start) + outside.slice(end);
        expect(outside.trim()).toBe('');
      }),
      { numRuns: 150 },
    );
  });

  test('after edits it is what a fresh reading gives', () => {
    const edit = fc.record({ at: fc.nat(400), length: fc.nat(12), text: fc.constantFrom('', ...BITS) });
    fc.assert(
      fc.property(program, fc.array(edit, { minLength: 1, maxLength: 12 }), (first, edits) => {
        const path = pathFor(host);
        const edited = workspaceOf({ 's.cql': SCHEMA, [path]: first });
        let text = first;
        for (const { at, length, text: put } of edits) {
          const start = Math.min(at, text.length);
          const end = Math.min(start + length, text.length);
          text = text.slice(0, start) + put + text.slice(end);
          edited.edit(path, { start, end, text: put });
          edited.findings(path);
        }
        const fresh = workspaceOf({ 's.cql': SCHEMA, [path]: text });
        expect(shown(edited.file(path)!.document)).toEqual(shown(fresh.file(path)!.document));
        expect(edited.findings(path).map(described)).toEqual(fresh.findings(path).map(described));
      }),
      { numRuns: 12 },
    );
  });
});

const SCHEMA = 'CREATE TABLE k.t (k int PRIMARY KEY, a int, v int);';

const shown = (document: SyntaxDocument): readonly string[] => [
  document.text(),
  ...document.segments.map(({ text }) => text),
];

const described = ({
  finding: { code, message },
  start,
  end,
}: {
  finding: { code: string; message: string };
  start: number;
  end: number;
}): string => `${code} ${start} ${end} ${message}`;
