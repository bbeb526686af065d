import fc from 'fast-check';
import { expect, test } from 'vitest';
import { databasesWithAddresses, HOSTS } from '../../server/src/embedded/index.ts';
import { factsAfter, factsOf } from '../../server/src/workspace/program-facts.ts';

// What a program says to its neighbours, after edits as in a fresh reading.

const BITS = [
  'import java.sql.*;\n',
  'import com.datastax.oss.driver.api.core.CqlSession;\n',
  'import "github.com/gocql/gocql"\n',
  'from cassandra.cluster import Cluster\n',
  'import psycopg2\n',
  'import pyspark.sql\n',
  'jdbc:cassandra://',
  'jdbc:mysql://',
  'ENGINE = MergeTree',
  'ActiveRecord::Base',
  'cluster.connect("shop")',
  'keyspace: "blog"',
  '"USE store"',
  'QUERY + where',
  'append(BASE_QUERY',
  '{BASE_QUERY}',
  '"users_by_email"',
  'class UserByEmail',
  'x = y;\n',
  '\n',
  ' ',
  '"',
  `${'total += count(row);\n'.repeat(60)}`,
];
const text = fc.array(fc.constantFrom(...BITS), { maxLength: 30 }).map((bits) => bits.join(''));
const edit = fc.record({ at: fc.nat(2000), length: fc.nat(60), put: fc.constantFrom('', ...BITS) });

test.each(HOSTS.map((host) => [host.name, host] as const))('%s', (_, host) => {
  const path = `a.${host.extensions[0]}`;
  const fresh = (program: string): unknown => factsOf(path, host, program, databasesWithAddresses(program, host));
  fc.assert(
    fc.property(text, fc.array(edit, { minLength: 1, maxLength: 6 }), (first, edits) => {
      let before = { text: first, facts: factsAfter(path, host, first, undefined) };
      for (const { at, length, put } of edits) {
        const start = Math.min(at, before.text.length);
        const now = before.text.slice(0, start) + put + before.text.slice(start + length);
        before = { text: now, facts: factsAfter(path, host, now, before) };
        expect(before.facts).toEqual(fresh(now));
      }
    }),
    { numRuns: 40 },
  );
});
