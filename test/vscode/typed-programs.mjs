// Programs that are typed, and the schema of the statements in their strings.

export const PROGRAMS_SCHEMA = `CREATE KEYSPACE lib WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};

CREATE TABLE lib.books (id uuid PRIMARY KEY, title text, series text, author text, tags set<text>);
CREATE TABLE lib.books_by_author (author text, id uuid, title text, PRIMARY KEY (author, id));
CREATE INDEX ON lib.books (tags);
`;

/** As `{ name, text }`; the end of the name is that of the file. */
export const PROGRAM_TEXTS = [
  {
    name: 'go',
    text: `package books

import "github.com/gocql/gocql"

func find(s *gocql.Session, id gocql.UUID) {
  s.Query("SELECT title, author FROM lib.books WHERE id = ?", id)
  s.Query(\`
    SELECT title
    FROM lib.books_by_author
    WHERE author = 'a, b' AND id = ?\`, id)
}
`,
  },
  {
    name: 'java',
    text: `import com.datastax.oss.driver.api.core.CqlSession;

class Books {
  void add(CqlSession session, java.util.UUID id) {
    session.execute("INSERT INTO lib.books (id, title) VALUES (?, 'x, y')", id);
    session.execute(
        "SELECT title, author "
            + "FROM lib.books_by_author "
            + "WHERE author = ? AND id = ?", "a", id);
  }
}
`,
  },
  {
    name: 'py',
    text: `from cassandra.cluster import Session

def change(session: Session, id):
    session.execute("UPDATE lib.books SET title = %s WHERE id = %s", ("a", id))
    return session.execute(
        "SELECT title, tags "
        'FROM lib.books '
        "WHERE id = %(id)s",
        {"id": id},
    )
`,
  },
  {
    name: 'ts',
    text: `import { Client } from 'cassandra-driver';

export const find = (client: Client, id: string) => client.execute(\`
  SELECT title
  FROM lib.books_by_author
  WHERE author = ?
    AND id = ?
  ORDER BY id DESC
  LIMIT 10\`, ['a', id]);
export const drop = (client: Client) => client.execute('DELETE FROM lib.books WHERE id = ?;');
`,
  },
];
