import { describe, expect, test } from 'vitest';
import { languageOf } from '../../server/src/syntax/index.ts';

describe('Cassandra’s CQL', () => {
  test.each([
    [''],
    ['-- only a comment: MATCH (n) RETURN n'],
    ['SELECT * FROM users;'],
    ['USE shop;\n\nmatch'],
    ['CREATE INDEX ON users (country);'],
    ['CREATE INDEX by_country ON shop.users (country)'],
    ["INSERT INTO notes (id, body) VALUES (1, 'MATCH (n:User) RETURN n');"],
    ['CREATE TABLE library (version text PRIMARY KEY, context text);'],
    ["SOURCE 'schema.cql'"],
    ['CONSISTENCY QUORUM'],
    ['CREATE ROLE reader;'],
    ['GRANT SELECT ON users TO reader'],
    ['LIST ROLES'],
    ['SELCT * FORM users'],
    ['{{ .Schema }}'],
    ['TRUNCATE users'],
    // One statement is enough, wherever it stands.
    ['MATCH (n) RETURN n;\nSELECT name FROM users;'],
    ['define "x": 1\nCREATE TABLE t (id int PRIMARY KEY);'],
    ["library Orders version '1'\nDELETE FROM orders WHERE id = 1;"],
  ])('%j', (text) => {
    expect(languageOf(text)).toBe('cql');
  });

  test('behind a long licence', () => {
    expect(
      languageOf(`${'-- All rights reserved.\n'.repeat(500)}MATCH (n) RETURN n;\nUPDATE t SET a = 1 WHERE b = 2;`),
    ).toBe('cql');
  });
});

describe('Cypher', () => {
  test.each([
    ['MATCH (p:Person)-[:LIVES_IN]->(c:City) WHERE c.name = "Bern" RETURN p;'],
    ['match (n) detach delete n'],
    ["CREATE (a:Person {name: 'Ida', born: 1980})"],
    ['CREATE (:City)'],
    ['# all of them\nstart city=node:cities("name:*") return city'],
    ["CREATE bern={name: 'Bern'}, basel={name: 'Basel'}"],
    ['MERGE (c:City {name: $name}) ON CREATE SET c.seen = timestamp()'],
    ['UNWIND $rows AS row\nMERGE (p:Person {id: row.id})'],
    ['CALL { MATCH (n) RETURN n }\nRETURN n'],
    ['CALL db.labels()'],
    ['CREATE INDEX ON :Person(name)'],
    ['CREATE INDEX person_name FOR (p:Person) ON (p.name)'],
    ['CREATE CONSTRAINT ON (p:Person) ASSERT p.id IS UNIQUE'],
    ["// people\nLOAD CSV WITH HEADERS FROM 'file:///people.csv' AS row\nCREATE (p:Person {id: row.id})"],
    ['PROFILE MATCH (n)-[r]->(m)\nRETURN count(r)'],
    ['OPTIONAL MATCH (a)--(b)\nRETURN a'],
  ])('%j', (text) => {
    expect(languageOf(text)).toBe('cypher');
  });
});

describe('Clinical Quality Language', () => {
  test.each([
    ["library BreastCancer version '1.0.0'\n\nusing FHIR version '4.0.1'\n\ncontext Patient"],
    ['using QDM version \'5.6\'\nparameter "Measurement Period" Interval<DateTime>'],
    ['define "Adults":\n  [Patient] P where AgeInYears() >= 18'],
    ['valueset "Diabetes": \'urn:oid:2.16.840.1\''],
    ['define function Twice(x Integer): x * 2'],
    ['library Common\n\ndefine InDemographic: true'],
  ])('%j', (text) => {
    expect(languageOf(text)).toBe('clinical-quality-language');
  });
});

describe('filters of geospatial services', () => {
  test.each([
    ['INTERSECTS(geom, POINT(7.44 46.95)) AND height > 5'],
    ['population > 100000'],
    ["name LIKE 'B%' OR (area BETWEEN 10 AND 20)"],
    ["S_WITHIN(shape, BBOX(0, 0, 10, 10)) and kind = 'road'"],
    ["eventDate AFTER '2020-01-01'"],
    ["NOT (state_name = 'Vaud')"],
    ["landcover IN ('forest', 'water')"],
  ])('%j', (text) => {
    expect(languageOf(text)).toBe('spatial-filter');
  });
});

describe('languages of one tool', () => {
  test.each([
    ['#event=ProcessRollup2\n| groupBy(UserName)\n| sort(_count)', 'log-query'],
    ['[lemma="be"] [tag="VBG"]', 'corpus-query'],
    ['typeside Ty = literal {\n}\nschema S = literal : Ty {\n}', 'categorical-query'],
    ['apg_typeside Ty = literal {\n}', 'categorical-query'],
    [
      `# Ada's "schema", which isn't whole\noptions\n  strict = true\n\ncommand load = exec_jdbc "jdbc:h2:mem:a" {\n  "DROP TABLE IF EXISTS a;\n   DROP TABLE b;"\n}`,
      'categorical-query',
    ],
    ['import "users.csv" as Users\nu <- Users(u)', 'csv-query'],
    ["import\n  users './users.csv'\n\ntake users", 'csv-query'],
    ['// all checks\ncql(input games.pgn)\ncheck', 'chess-query'],
    ['SCHEMA = 1;', 'cql'],
    ['[1, 2]', 'cql'],
  ])('%j', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
