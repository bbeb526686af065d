import { describe, expect, test } from 'vitest';
import { functionsIn } from '../../server/src/embedded/hosts/functions.ts';
import { runBehindQueries } from '../../server/src/embedded/index.ts';
import { extractionOf } from './reading.ts';

/** The line on which the loop around `HERE` begins. */
const loopIn = (text: string): string | undefined => {
  const loop = functionsIn(text).loopAround(text.indexOf('HERE'));
  return loop === undefined ? undefined : text.slice(loop).split('\n')[0]!.trim();
};

describe('the loop around a place in a program', () => {
  test.each([
    [
      'def f(ids):\n    for one in ids:\n        # for him\n        run(\n            "HERE", one)\n',
      'for one in ids:',
    ],
    ['def f(ids):\n    return [run("HERE", one) for one in ids]\n', 'return [run("HERE", one) for one in ids]'],
    ['func F() {\n\tfor it.Scan(&id) {\n\t\tif id != 0 {\n\t\t\trun(`HERE`)\n\t\t}\n\t}\n}\n', 'for it.Scan(&id) {'],
    [
      'const f = () => {\n  rows.forEach(async (row) => {\n    run("HERE");\n  });\n};\n',
      'rows.forEach(async (row) => {',
    ],
    ['const f = () => rows.map((row) => run("HERE"));\n', 'const f = () => rows.map((row) => run("HERE"));'],
    ['def f\n  ids.each do |id|\n    run("HERE")\n  end\nend\n', 'ids.each do |id|'],
    ['void f() {\n  while (it.hasNext()) {\n    run("HERE");\n  }\n}\n', 'while (it.hasNext()) {'],
    ['void F() {\n  return rows.Select(r =>\n    run("HERE")).ToList();\n}\n', 'return rows.Select(r =>'],
    ['def f(s) {\n  rows.collect {\n    run("HERE")\n  }\n}\n', 'rows.collect {'],
    [
      'const f = () => {\n  client.eachRow(q, [g], (n, row) => {\n    run("HERE");\n  });\n};\n',
      'client.eachRow(q, [g], (n, row) => {',
    ],
    [
      'def f(rows):\n    return list(map(lambda r: run("HERE", r), rows))\n',
      'return list(map(lambda r: run("HERE", r), rows))',
    ],
  ])('%j', (text, loop) => expect(loopIn(text)).toBe(loop));

  test.each([
    ['def f(ids):\n    for one in ids:\n        note(one)\n    run("HERE")\n'],
    ['def f(ids):\n    if ids:  # for them\n        run("HERE")\n'],
    ['def f(ids):\n    if is("for sale"):\n        run("HERE")\n'],
    ['for group in groups:\n    def f():\n        run("HERE")\n'],
    ['run("HERE")\nfor one in ids:\n    note(one)\n'],
    ['def f(ids):\n    for attempt in range(3):\n        run("HERE")\n'],
    ['void f() {\n  for (int i = 0; i < maxRetries; i++) {\n    run("HERE");\n  }\n}\n'],
    ['void f() {\n  names.collect(toList());\n  db.Select("HERE");\n}\n'],
    ['class A {\n  void f() {\n    run("HERE");\n  }\n}\n'],
  ])('there is none: %j', (text) => expect(loopIn(text)).toBeUndefined());
});

describe('queries that a loop runs', () => {
  const FIRST = '"SELECT user_id FROM shop.groups WHERE name = ?"';
  const SECOND = '"SELECT name FROM shop.users WHERE id = ?"';
  const loopedIn = (path: string, text: string): number =>
    runBehindQueries(text, extractionOf(path, text).statements).length;

  test('are known by the names that they have outside of functions', () => {
    const go = (body: string): string =>
      `package a\nimport "github.com/gocql/gocql"\nconst groups = ${FIRST}\nconst user = ${SECOND}\n${body}`;
    const scan = '\tfor it.Scan(&id) {\n\t\ts.Query(user, id)\n\t}\n}\n';
    expect(loopedIn('a.go', go(`func f() {\n\tit := s.Query(groups, g).Iter()\n${scan}`))).toBe(1);
    expect(loopedIn('a.go', go('func f() {\n\ts.Query(groups, g).Scan(&id)\n\ts.Query(user, id)\n}\n'))).toBe(0);
    expect(loopedIn('a.go', go(`func e() {\n\ts.Query(groups, g)\n}\n\nfunc f() {\n${scan}`))).toBe(0);
    const java = `import com.datastax.oss.driver.api.core.CqlSession;\nclass A {\n  static final String GROUPS = ${FIRST};\n  static final String USER = ${SECOND};\n\n  void f(CqlSession s) {\n    for (Row row : s.execute(GROUPS, g)) {\n      s.execute(USER, row.getUuid(0));\n    }\n  }\n}\n`;
    expect(loopedIn('A.java', java)).toBe(1);
    const python = `from cassandra.cluster import Cluster\nGROUPS = ${FIRST}\nUSER = ${SECOND}\n\ndef f(s, g):\n    rows = s.execute(GROUPS, [g])\n    return [s.execute(USER, [row.user_id]) for row in rows]\n`;
    expect(loopedIn('a.py', python.replaceAll('?', '%s'))).toBe(1);
  });
});
