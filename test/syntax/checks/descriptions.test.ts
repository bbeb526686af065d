import { describe, test } from 'vitest';
import { expectTaken } from './taken.ts';

describe('descriptions, comments, labels, other dialects', () => {
  test.each([
    ['4.0+', 'DESCRIBE KEYSPACES'],
    ['4.0+', 'DESC TABLE k.t'],
    ['4.0+', 'DESCRIBE FULL SCHEMA'],
    ['4.0+', 'DESCRIBE ONLY KEYSPACE k WITH INTERNALS'],
    ['4.0+', 'DESCRIBE k.t'],
    ['4.0+', 'DESCRIBE type.t'],
    ['none', 'DESCRIBE TYPE k.json'],
    ['none', 'DESCRIBE TYPE int'],
    ['4.0+', 'DESCRIBE TYPE k.key'],
    ['none', 'DESCRIBE types.t'],
    ['none', 'DESCRIBE TABLES.t'],
    ['4.0+', 'DESCRIBE MATERIALIZED VIEW v'],
    ['4.0+', 'DESCRIBE CLUSTER'],
    ['6.0+', "COMMENT ON TABLE k.t IS 'x'"],
    ['6.0+', 'COMMENT ON COLUMN t.a IS NULL'],
    ['none', "COMMENT ON COLUMN a IS 'x'"],
    ['none', 'COMMENT ON TYPE k.ttl IS NULL'],
    ['none', 'COMMENT ON FIELD int.a IS NULL'],
    ['6.0+', 'COMMENT ON FIELD k.key.ttl IS NULL'],
    ['none', 'COMMENT ON KEYSPACE k IS 1'],
    ['6.0+', "COMMENT ON FIELD k.u.f IS 'x'"],
    ['none', "COMMENT ON TABLE a.b.c IS 'x'"],
    ['6.0+', "SECURITY LABEL ON TABLE t IS 'x'"],
    ['6.0+', "SECURITY LABEL FOR p ON COLUMN k.t.c IS 'x'"],
    ['none', 'PRUNE MATERIALIZED VIEW v'],
    ['none', 'CREATE SERVICE LEVEL s'],
    ['none', 'CREATE SEARCH INDEX ON t'],
    ['none', 'RESTRICT ROWS ON t USING a'],
  ])('%s: %s', expectTaken);
});
