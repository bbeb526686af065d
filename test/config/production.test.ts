import { describe, expect, test } from 'vitest';
import { isOfTests, productionOf } from '../../server/src/config/production.ts';

describe('files for production', () => {
  test.each([
    'schema.cql',
    'db/migrations/V1__init.cql',
    'src/main/resources/cassandra/schema.cql',
    'deploy/keyspace.cql',
    'contest/latest.cql',
    'demographics/schema.cql',
    'devices/attestation.cql',
    'testimonials.cql',
  ])('%s is one by its path', (path) => expect(productionOf(undefined)(path)).toBe(true));

  test.each([
    'test/schema.cql',
    'src/test/resources/schema.cql',
    'src/integration-test/a.cql',
    'docker/init.cql',
    'docker-compose/cassandra/init.cql',
    'examples/shop/schema.cql',
    'deploy/dev/keyspace.cql',
    'deploy/keyspace-dev.cql',
    'unitTests/a.cql',
    'UserRepositoryTest.cql',
    'docs/queries.md',
  ])('%s is none by its path', (path) => expect(productionOf(undefined)(path)).toBe(false));

  test('the project says all or none', () => {
    expect(productionOf(true)('test/schema.cql')).toBe(true);
    expect(productionOf(false)('schema.cql')).toBe(false);
  });

  test('patterns name those that are, and no others', () => {
    const isForProduction = productionOf(['deploy/**', 'prod.cql', 'live/', '!deploy/old.cql']);
    expect(
      ['deploy/dev/a.cql', 'db/prod.cql', 'a/live/b.cql', 'deploy/old.cql', 'schema.cql'].map(isForProduction),
    ).toEqual([true, true, true, false, false]);
  });
});

test.each([
  ['src/test/resources/schema.cql', true],
  ['fixtures/a.cql', true],
  ['testdata/a.cql', true],
  ['db/test_keyspace.cql', true],
  ['UserRepositoryTest.cql', true],
  ['store/src/main/java/shop/test/TestRunDAO.java', false],
  ['docker/init.cql', false],
  ['examples/shop/schema.cql', false],
  ['contest/latest.cql', false],
])('%s is of tests: %s', (path, expected) => expect(isOfTests(path)).toBe(expected));
