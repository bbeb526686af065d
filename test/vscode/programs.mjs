// Programs in four languages beside their schema, as both suites and the pictures open them.

export const PROGRAMS = {
  'library.cql': `CREATE KEYSPACE lib WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};

CREATE TABLE lib.books (
  id uuid PRIMARY KEY,
  title text,
  author text
);
`,
  'books.go': `package books

import "github.com/gocql/gocql"

// find gives the title of a book, and those of a writer.
func find(s *gocql.Session, id gocql.UUID, by string) (string, *gocql.Iter) {
	var title string
	q := \`
		SELECT titel, author
		FROM lib.books WHERE id = ?\`
	_ = s.Query(q, id).Scan(&title)
	return title, s.Query("SELECT title " + /* of all */
		"FROM lib.books WHERE author = ?", by).Iter()
}
`,
  'Books.java': `import com.datastax.oss.driver.api.core.CqlSession;

class Books {
  void find(CqlSession session, java.util.UUID id) {
    session.execute("""
        SELECT titel, \\
          author FROM lib.books WHERE id = ?
        """, id);
  }
}
`,
  'books.py': `from cassandra.cluster import Session


def find(session: Session, book):
    """Select a book from the library."""
    return session.execute(
        "SELECT author, "  # and its title
        'titel '
        "FROM lib.books WHERE id = %(id)s",
        {"id": book},
    )
`,
  'books.ts': `import { Client } from 'cassandra-driver';

export const find = (client: Client, id: string) =>
  client.execute(\`SELECT author, titel FROM lib.books WHERE id = ?\`, [id]);

export const size = (client: Client, id: string) =>
  client.execute(\`SELECT title FROM lib.books WHERE id = \${id}\`);
`,
};
