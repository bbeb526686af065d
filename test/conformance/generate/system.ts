import { items } from './items.ts';
import type { Maker } from './maker.ts';

/** A statement about a keyspace that the server made: what it refuses to have changed, and its virtual tables. */
export function systemStatement(maker: Maker): string {
  const { random } = maker;
  maker.note('system keyspace');
  const virtual = maker.since(4) && random.chance(0.6);
  return random.pick(virtual ? (maker.since(4.1) ? ofVirtual : ofVirtual.filter(isOld)) : ofLocal);
}

/** Tables that are written to with effect came with 4.1. */
const isOld = (cql: string): boolean =>
  !/^(?:UPDATE|DELETE|INSERT|TRUNCATE|BEGIN)/.test(cql) || cql.includes('settings');

const ofLocal: readonly string[] = items(`
  DROP TABLE system.local
  ALTER TABLE system.local ADD x int
  ALTER TABLE system_schema.tables WITH comment = 'x'
  ALTER TABLE system_auth.roles ADD x int
  CREATE TABLE system.x1 (a int PRIMARY KEY)
  CREATE TABLE system_schema.x1 (a int PRIMARY KEY)
  CREATE INDEX ON system.local (cluster_name)
  CREATE TYPE system.x1 (a int)
  DROP TYPE system.x1
  CREATE MATERIALIZED VIEW system.x1 AS SELECT * FROM system.local WHERE key IS NOT NULL PRIMARY KEY (key)
  CREATE FUNCTION system.x1 (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'return a;'
  DROP FUNCTION system.now
  DROP AGGREGATE system.count
  DROP KEYSPACE system_schema
  ALTER KEYSPACE system WITH durable_writes = true
  TRUNCATE system_schema.tables
  INSERT INTO system.local (key) VALUES ('x')
  UPDATE system_schema.tables SET comment = 'x' WHERE keyspace_name = 'x' AND table_name = 'y'
  DELETE FROM system.local WHERE key = 'x'
  SELECT * FROM system.local
  SELECT * FROM system.nothing
  SELECT nocolumn FROM system.local
  SELECT key, cluster_name FROM system.local WHERE cluster_name = 'x'
  SELECT * FROM system_schema.columns WHERE keyspace_name = 'x' AND column_name = 'y'
  GRANT SELECT ON system.local TO cassandra
`);

const ofVirtual: readonly string[] = items(`
  SELECT * FROM system_views.settings WHERE name = 'cdc_enabled'
  SELECT * FROM system_views.settings WHERE value = 'x'
  SELECT name FROM system_views.settings WHERE value = 'x' ALLOW FILTERING
  SELECT * FROM system_views.nothing
  SELECT nocolumn FROM system_views.settings
  SELECT * FROM system_virtual_schema.tables WHERE keyspace_name = 'x'
  SELECT * FROM system_views.settings WHERE token(name) > 1
  INSERT INTO system_views.settings (name, value) VALUES ('a', 'b')
  UPDATE system_views.settings SET value = 'b' WHERE name = 'a'
  UPDATE system_views.settings SET value = 'b' WHERE name = 'a' IF EXISTS
  UPDATE system_views.settings USING TTL 10 SET value = 'b' WHERE name = 'a'
  UPDATE system_views.settings USING TIMESTAMP 10 SET value = 'b' WHERE name = 'a'
  DELETE FROM system_views.settings WHERE name = 'a'
  DELETE value FROM system_views.settings WHERE name = 'a'
  DELETE FROM system_views.clients WHERE address = '127.0.0.1'
  DELETE FROM system_views.clients WHERE address = '127.0.0.1' IF EXISTS
  DELETE FROM system_views.clients WHERE address = '127.0.0.1' AND port > 1
  TRUNCATE system_views.settings
  DELETE FROM system_views.clients WHERE address = '127.0.0.1' AND port > 5 AND port < 3
  DELETE FROM system_views.roles_cache_keys WHERE role = 'x'
  INSERT INTO system_views.roles_cache_keys (role) VALUES ('x')
  DELETE FROM system_views.system_logs WHERE timestamp = 1
  DELETE FROM system_views.system_logs WHERE timestamp = 1 AND order_in_millisecond = 1
  DELETE FROM system_views.system_logs WHERE timestamp = 1 AND order_in_millisecond > 1
  DELETE level FROM system_views.system_logs WHERE timestamp = 1 AND order_in_millisecond = 1
  INSERT INTO system_views.system_logs (timestamp, order_in_millisecond, message, level) VALUES (1, 1, 'x', null)
  UPDATE system_views.system_logs SET level = 'x' WHERE timestamp = 1 AND order_in_millisecond = 1
  DELETE FROM system_views.uncaught_exceptions WHERE exception_class = 'x' AND exception_location = 'y'
  DELETE FROM system_views.slow_queries WHERE keyspace_name = 'x'
  DELETE FROM system_views.slow_queries WHERE keyspace_name = 'x' AND table_name > 'y'
  DELETE FROM system_views.partition_key_statistics WHERE keyspace_name = 'x' AND table_name = 'y'
  TRUNCATE system_views.partition_key_statistics
  TRUNCATE system_views.uncaught_exceptions
  BEGIN BATCH UPDATE system_views.settings SET value = 'b' WHERE name = 'a'; APPLY BATCH
  BEGIN UNLOGGED BATCH UPDATE system_views.settings SET value = 'b' WHERE name = 'a'; APPLY BATCH
  BEGIN UNLOGGED BATCH UPDATE system_views.settings SET value = 'b' WHERE name = 'a'; DELETE FROM system.local WHERE key = 'x'; APPLY BATCH
  BEGIN UNLOGGED BATCH UPDATE system_views.settings SET value = 'b' WHERE name = 'a' IF EXISTS; APPLY BATCH
  CREATE TABLE system_views.x1 (a int PRIMARY KEY)
  ALTER TABLE system_views.settings ADD x int
  DROP TABLE system_views.settings
  CREATE INDEX ON system_views.settings (value)
  DROP KEYSPACE system_views
  ALTER KEYSPACE system_views WITH durable_writes = true
  CREATE TYPE system_views.x1 (a int)
  CREATE MATERIALIZED VIEW system_views.x1 AS SELECT * FROM system_views.settings WHERE name IS NOT NULL PRIMARY KEY (name)
  CREATE TRIGGER x1 ON system_views.settings USING 'x'
  GRANT SELECT ON system_views.settings TO cassandra
`);
