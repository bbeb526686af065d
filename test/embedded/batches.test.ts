import { describe, expect, test } from 'vitest';
import { batchedInLoops } from '../../server/src/embedded/index.ts';
import { extractionOf } from './reading.ts';

const INSERT = '"INSERT INTO shop.goods (sku, name) VALUES (?, ?)"';
const batchedIn = (path: string, text: string): number =>
  batchedInLoops(text, extractionOf(path, text).statements).length;

describe('INSERTs that a loop puts into a batch', () => {
  const go = (before: string, within: string): string =>
    `package a\nimport "github.com/gocql/gocql"\nfunc f(s *gocql.Session) {\n${before}\tfor _, a := range all {\n${within}\t}\n\ts.ExecuteBatch(b)\n}\n`;
  const query = `\t\tb.Query(${INSERT}, a.Sku, a.Name)\n`;
  const begun = '\tb := s.NewBatch(gocql.LoggedBatch)\n';
  const python = (begins: string, body: string): string =>
    `from cassandra.query import BatchStatement\n\ndef f(session, goods):\n    insert = session.prepare(${INSERT})\n    ${begins}\n${body}    session.execute(batch)\n`;
  const added = '    for one in goods:\n        batch.add(insert, (one.sku, one.name))\n';

  test('are found where they stand, and by the names that they are given', () => {
    expect(batchedIn('a.go', go(begun, query))).toBe(1);
    expect(batchedIn('a.py', python('batch = BatchStatement()', added))).toBe(1);
    const java = `import com.datastax.oss.driver.api.core.CqlSession;\nclass A {\n  private final PreparedStatement insert;\n\n  A(CqlSession s) {\n    this.insert = s.prepare(${INSERT});\n  }\n\n  void f(List<Good> goods) {\n    BatchStatementBuilder batch = BatchStatement.builder(BatchType.LOGGED);\n    for (Good one : goods) {\n      batch.addStatement(insert.bind(one.sku(), one.name()));\n    }\n    session.execute(batch.build());\n  }\n}\n`;
    expect(batchedIn('A.java', java)).toBe(1);
    const script = (options: string): string =>
      `const cassandra = require('cassandra-driver');\nasync function f(goods) {\n  const queries = [];\n  for (const one of goods) {\n    queries.push({ query: ${INSERT}, params: [one.sku, one.name] });\n  }\n  await client.batch(queries, { ${options} });\n}\n`;
    expect(batchedIn('a.js', script('prepare: true'))).toBe(1);
    expect(batchedIn('a.js', script('logged: false'))).toBe(0);
  });

  test.each([
    ['a batch for each', 'a.go', go('', begun + query)],
    ['no loop', 'a.go', `${go(begun, '').replace('\ts.Execute', `${query.slice(1)}\ts.Execute`)}`],
    ['one that is not logged', 'a.go', go(begun.replace('Logged', 'Unlogged'), query)],
    ['one that something else is put into', 'a.go', go(begun, query + query.replace('goods', 'names'))],
    [
      'a list that is no batch',
      'a.py',
      python('batch = Results()', added).replace('import BatchStatement', 'import X'),
    ],
    ['a batch that is told of elsewhere', 'a.py', python('# a batch\n    batch = Results()', added)],
    ['none of it in the loop', 'a.py', python('batch = BatchStatement()', '    batch.add(insert, (sku, name))\n')],
  ])('are none: %s', (_, path, text) => expect(batchedIn(path, text)).toBe(0));
});
