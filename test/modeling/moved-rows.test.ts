import { describe, expect, test } from 'vitest';
import { applied, type Files, proposals } from './ask.ts';

/** What stands in place of a write when a query gets its first table, and the steps for a program. */
function followed(schema: string, query: string, write: string) {
  const files = { 'schema.cql': schema, 'writes.cql': `${write};\n`, 'query.cql': `${query};` };
  const [first] = proposals(files, 'query.cql', 'select');
  const text = applied(files, first!.edits(true))['writes.cql']!.replace(/;\n$/, '');
  return { text, steps: first!.sync().changes[0]?.steps ?? [] };
}

const lines = (...all: readonly string[]): string => all.join('\n');

describe('a text that runs as it stands', () => {
  const PARCELS = 'CREATE TABLE parcels (no int PRIMARY KEY, depot text, shelf text, weight int);';
  const BY_PLACE = 'SELECT no, weight FROM parcels WHERE depot = ? AND shelf = ?';

  test('where several columns decide the place, each has its line', () => {
    expect(followed(PARCELS, BY_PLACE, 'UPDATE parcels SET depot = ?, shelf = ? WHERE no = ?').text).toBe(
      lines(
        'SELECT depot, shelf, weight FROM parcels WHERE no = ?;',
        'BEGIN BATCH',
        '  UPDATE parcels SET depot = ?, shelf = ? WHERE no = ?;',
        '  INSERT INTO parcels_by_depot_shelf (depot, shelf, no, weight) VALUES (?, ?, ?, ?);',
        '  -- only where depot changed',
        '  DELETE FROM parcels_by_depot_shelf WHERE depot = ? AND shelf = ? AND no = ?;',
        '  -- only where shelf changed',
        '  DELETE FROM parcels_by_depot_shelf WHERE depot = ? AND shelf = ? AND no = ?;',
        'APPLY BATCH',
      ),
    );
  });

  test('what is inserted nowhere is deleted in any case', () => {
    expect(followed(PARCELS, BY_PLACE, 'DELETE depot FROM parcels WHERE no = ?').text).not.toContain('--');
  });

  const PEOPLE = 'CREATE TABLE folk (id int PRIMARY KEY, age int, skills set<text>, phones map<text, text>);';

  test('elements that stay are not taken away: the old ones go before the batch', () => {
    expect(
      followed(
        PEOPLE,
        'SELECT id, age FROM folk WHERE skills CONTAINS ?',
        'UPDATE folk SET skills = ?, age = ? WHERE id = ?',
      ).text,
    ).toBe(
      lines(
        'SELECT skills FROM folk WHERE id = ?;',
        'DELETE FROM folk_by_skill WHERE skill = ? AND id = ?;',
        'BEGIN BATCH',
        '  UPDATE folk SET skills = ?, age = ? WHERE id = ?;',
        '  INSERT INTO folk_by_skill (skill, id, age) VALUES (?, ?, ?);',
        'APPLY BATCH',
      ),
    );
  });

  test.each([
    ["DELETE skills['knots'] FROM folk WHERE id = ?", "DELETE FROM folk_by_skill WHERE skill = 'knots' AND id = ?"],
    [
      "UPDATE folk SET skills = skills - {'knots'} WHERE id = ?",
      "DELETE FROM folk_by_skill WHERE skill = 'knots' AND id = ?",
    ],
    ['DELETE skills[:gone] FROM folk WHERE id = :id', 'DELETE FROM folk_by_skill WHERE skill = :gone AND id = :id'],
  ])('only the row of an element that is named goes: %s', (write, removal) => {
    expect(followed(PEOPLE, 'SELECT id FROM folk WHERE skills CONTAINS ?', write).text).toBe(
      lines('BEGIN BATCH', `  ${write};`, `  ${removal};`, 'APPLY BATCH'),
    );
  });

  test('a program binds the key that the write itself binds; a text without names takes away what was and writes what is', () => {
    const { text, steps } = followed(
      PEOPLE,
      'SELECT id, age FROM folk WHERE phones CONTAINS KEY ?',
      'DELETE phones[?] FROM folk WHERE id = ?',
    );
    expect(steps.map(({ cql, binds }) => [cql.slice(0, 24), binds])).toEqual([
      ['DELETE phones[?] FROM fo', [{ original: 0 }, { original: 1 }]],
      ['DELETE FROM folk_by_phon', [{ original: 0 }, { original: 1 }]],
    ]);
    expect(text).toBe(
      lines(
        'SELECT phones, age FROM folk WHERE id = ?;',
        'DELETE FROM folk_by_phone_key WHERE phone_key = ? AND id = ?;',
        'BEGIN BATCH',
        '  DELETE phones[?] FROM folk WHERE id = ?;',
        '  INSERT INTO folk_by_phone_key (phone_key, id, age) VALUES (?, ?, ?);',
        'APPLY BATCH',
      ),
    );
  });

  test("of a map's value, another entry may have the same", () => {
    const write = "DELETE phones['home'] FROM folk WHERE id = ?";
    const { steps } = followed(PEOPLE, 'SELECT id FROM folk WHERE phones CONTAINS ?', write);
    expect(steps.map(({ cql }) => cql.split(' ', 1)[0])).toEqual(['SELECT', 'DELETE', 'INSERT', 'DELETE']);
  });

  const SHELF =
    'CREATE TABLE tracks (album int, pos int, song int, owner text static, n int, PRIMARY KEY (album, pos));';

  test('several columns that are compared together name one row', () => {
    const { text } = followed(
      'CREATE TABLE stays (inn text, night date, room int, guest text, PRIMARY KEY (inn, night, room));',
      'SELECT inn, night, room FROM stays WHERE guest = ?',
      'UPDATE stays SET guest = ? WHERE inn = ? AND (night, room) = (?, ?)',
    );
    expect(text).toContain('SELECT guest FROM stays WHERE inn = ? AND (night, room) = (?, ?);');
    const byRoom = followed(
      'CREATE TABLE stays (inn text, night date, room int, guest text, PRIMARY KEY (inn, night, room));',
      'SELECT night, guest FROM stays WHERE inn = ? AND room = ?',
      'UPDATE stays SET guest = :g WHERE inn = :i AND (night, room) = (:n, 5)',
    );
    expect(byRoom.text).toContain(
      'UPDATE stays_by_inn_room SET guest = :g WHERE inn = :i AND room = 5 AND night = :n;',
    );
  });

  test('a row that an UPDATE makes takes over what its partition has', () => {
    const write = 'UPDATE tracks SET song = ? WHERE album = ? AND pos = ?';
    expect(followed(SHELF, 'SELECT album, pos, owner FROM tracks WHERE song = ?', write).text).toBe(
      lines(
        'SELECT song, owner FROM tracks WHERE album = ? AND pos = ?;',
        'BEGIN BATCH',
        `  ${write};`,
        '  INSERT INTO tracks_by_song (song, album, pos, owner) VALUES (?, ?, ?, ?);',
        '  -- only where song changed',
        '  DELETE FROM tracks_by_song WHERE song = ? AND album = ? AND pos = ?;',
        'APPLY BATCH;',
        'SELECT owner FROM tracks WHERE album = ? LIMIT 1;',
        'INSERT INTO tracks_by_song (song, album, pos, owner) VALUES (?, ?, ?, ?)',
      ),
    );
  });

  test('a row that an UPDATE makes has the static value that the UPDATE sets, whenever the other rows are read', () => {
    const write = 'UPDATE tracks SET owner = ?, n = ? WHERE album = ? AND pos = ?';
    expect(followed(SHELF, 'SELECT album, pos, owner, n FROM tracks WHERE pos = ?', write).text).toBe(
      lines(
        'BEGIN BATCH',
        `  ${write};`,
        '  UPDATE tracks_by_pos SET n = ? WHERE pos = ? AND album = ?;',
        '  UPDATE tracks_by_pos SET owner = ? WHERE pos = ? AND album = ?;',
        'APPLY BATCH;',
        'SELECT pos FROM tracks WHERE album = ?;',
        'UPDATE tracks_by_pos SET owner = ? WHERE pos = ? AND album = ?',
      ),
    );
  });

  test('a partition whose rows stand by a static value keeps its other static values, though no row is there yet', () => {
    const schema =
      'CREATE TABLE shifts (crew int, seat int, day date static, boss text static, pay int, PRIMARY KEY (crew, seat));';
    const query = 'SELECT seat, boss, pay FROM shifts WHERE crew = ? AND day > ?';
    const ofCrew = 'UPDATE shifts_by_crew_day SET boss = ? WHERE crew = ?';
    expect(
      followed(schema, query, 'INSERT INTO shifts (crew, seat, day, boss, pay) VALUES (?, ?, ?, ?, ?)').text,
    ).toContain(ofCrew);
    expect(followed(schema, query, 'UPDATE shifts SET day = ?, boss = ? WHERE crew = ?').text).toContain(ofCrew);
    expect(followed(schema, query, 'DELETE day, boss FROM shifts WHERE crew = ?').text).toContain(
      'DELETE boss FROM shifts_by_crew_day WHERE crew = ?',
    );
    expect(followed(schema, query, 'UPDATE shifts SET day = ? WHERE crew = ?').text).not.toContain(ofCrew);
  });

  test('rows that a list of keys names may be new: they are written before those that are found', () => {
    const write = 'UPDATE parcels SET depot = ?, shelf = ? WHERE no IN (4, 7)';
    expect(followed(PARCELS, BY_PLACE, write).text).toBe(
      lines(
        'BEGIN BATCH',
        '  INSERT INTO parcels_by_depot_shelf (depot, shelf, no) VALUES (?, ?, 4);',
        '  INSERT INTO parcels_by_depot_shelf (depot, shelf, no) VALUES (?, ?, 7);',
        'APPLY BATCH;',
        'SELECT depot, shelf, no, weight FROM parcels WHERE no IN (4, 7);',
        'BEGIN BATCH',
        `  ${write};`,
        '  INSERT INTO parcels_by_depot_shelf (depot, shelf, no, weight) VALUES (?, ?, ?, ?);',
        '  -- only where depot changed',
        '  DELETE FROM parcels_by_depot_shelf WHERE depot = ? AND shelf = ? AND no = ?;',
        '  -- only where shelf changed',
        '  DELETE FROM parcels_by_depot_shelf WHERE depot = ? AND shelf = ? AND no = ?;',
        'APPLY BATCH',
      ),
    );
  });

  test('of a row that may be new and stands by a static value, the place is read', () => {
    const write = 'UPDATE tracks SET song = ? WHERE album = ? AND pos IN (1, 2)';
    expect(followed(SHELF, 'SELECT album, pos FROM tracks WHERE song = ? AND owner = ?', write).text).toBe(
      lines(
        'SELECT song, owner, pos FROM tracks WHERE album = ? AND pos IN (1, 2);',
        'BEGIN BATCH',
        `  ${write};`,
        '  INSERT INTO tracks_by_song_owner (song, owner, album, pos) VALUES (?, ?, ?, ?);',
        '  -- only where song changed',
        '  DELETE FROM tracks_by_song_owner WHERE song = ? AND owner = ? AND album = ? AND pos = ?;',
        'APPLY BATCH;',
        'SELECT owner FROM tracks WHERE album = ? LIMIT 1;',
        'BEGIN BATCH',
        '  INSERT INTO tracks_by_song_owner (song, owner, album, pos) VALUES (?, ?, ?, 1);',
        '  INSERT INTO tracks_by_song_owner (song, owner, album, pos) VALUES (?, ?, ?, 2);',
        'APPLY BATCH',
      ),
    );
  });

  test('of a list behind one marker the rows that are there are followed, and the notes say so', () => {
    const files = {
      'schema.cql': PARCELS,
      'query.cql': `${BY_PLACE};`,
      'writes.cql': 'UPDATE parcels SET depot = ?, shelf = ? WHERE no IN ?;',
    };
    const { notes } = proposals(files, 'query.cql', 'select')[0]!.sync();
    expect(notes.join('\n')).toContain('Rows of `parcels` that an UPDATE of several rows makes');
  });

  test('a static value of several partitions is written by what the write says of them', () => {
    const write = 'UPDATE tracks SET owner = ? WHERE album IN (?, ?)';
    expect(followed(SHELF, 'SELECT album, pos, owner FROM tracks WHERE song = ?', write).text).toContain(
      'SELECT song, album, pos FROM tracks WHERE album IN (?, ?);',
    );
  });

  test('what is immutable is not looked at', () => {
    const write = 'INSERT INTO tracks (album, pos, song) VALUES (?, ?, ?)';
    const query = 'SELECT album, pos, song FROM tracks WHERE song = ?';
    expect(followed(SHELF, query, write).text).toContain('SELECT song FROM tracks WHERE album = ? AND pos = ?;');
    expect(followed(`-- @immutable song\n${SHELF}`, query, write).text).not.toContain('SELECT');
  });
});

describe('several copies of one table', () => {
  const CARDS = 'CREATE TABLE cards (id int PRIMARY KEY, owner text, maker text, price int);';

  /** The writes when both queries have got their tables, one after the other. */
  function both(write: string, schema = CARDS): string {
    let files: Files = {
      'schema.cql': schema,
      'writes.cql': `${write};\n`,
      'a.cql': 'SELECT id, price FROM cards WHERE owner = ?;',
      'b.cql': 'SELECT id, price FROM cards WHERE maker = ?;',
    };
    for (const path of ['a.cql', 'b.cql']) files = applied(files, proposals(files, path, 'select')[0]!.edits(true));
    return files['writes.cql']!.replace(/;\n$/, '');
  }

  test('are written after one read', () => {
    expect(both('DELETE FROM cards WHERE id = ?')).toBe(
      lines(
        'SELECT owner, maker FROM cards WHERE id = ?;',
        'BEGIN BATCH',
        '  DELETE FROM cards WHERE id = ?;',
        '  DELETE FROM cards_by_maker WHERE maker = ? AND id = ?;',
        '  DELETE FROM cards_by_owner WHERE owner = ? AND id = ?;',
        'APPLY BATCH',
      ),
    );
  });

  test('where markers do not tell whether rows are one, each read has all the columns', () => {
    const first = both(
      'BEGIN BATCH UPDATE cards SET owner = ? WHERE id = ?; UPDATE cards SET maker = ?, price = ? WHERE id = ?; APPLY BATCH',
    );
    expect(first.match(/^SELECT .*/gm)).toEqual([
      'SELECT owner, price, maker FROM cards WHERE id = ?;',
      'SELECT owner, price, maker FROM cards WHERE id = ?;',
    ]);
    const named = both(
      'BEGIN BATCH UPDATE cards SET owner = :o WHERE id = 1; UPDATE cards SET maker = :m, price = :p WHERE id = 2; APPLY BATCH',
    );
    expect(named.match(/^SELECT .*/gm)).toEqual([
      'SELECT owner, price FROM cards WHERE id = 1;',
      'SELECT owner, maker FROM cards WHERE id = 2;',
    ]);
  });

  test('a row whose key is new for certain is not read for the second copy either', () => {
    expect(
      both("INSERT INTO cards (id, owner, maker) VALUES (uuid(), ?, 'm')", CARDS.replace('id int', 'id uuid')),
    ).toBe(
      lines(
        'BEGIN BATCH',
        '  -- id: uuid(), asked once',
        "  INSERT INTO cards (id, owner, maker) VALUES (?, ?, 'm');",
        "  INSERT INTO cards_by_maker (maker, id) VALUES ('m', ?);",
        '  INSERT INTO cards_by_owner (owner, id) VALUES (?, ?);',
        'APPLY BATCH',
      ),
    );
  });

  test('a row that is made under a condition has nothing to be read', () => {
    expect(both('INSERT INTO cards (id, owner) VALUES (?, ?) IF NOT EXISTS')).not.toContain('SELECT');
  });

  test('a write with a condition has one read, too', () => {
    expect(both('DELETE FROM cards WHERE id = ? IF EXISTS')).toBe(
      lines(
        'SELECT owner, maker FROM cards WHERE id = ?;',
        'DELETE FROM cards WHERE id = ? IF EXISTS;',
        '-- only where it was applied',
        'DELETE FROM cards_by_maker WHERE maker = ? AND id = ?;',
        '-- only where it was applied',
        'DELETE FROM cards_by_owner WHERE owner = ? AND id = ?',
      ),
    );
  });

  test('a read stands above what is claimed by what it finds', () => {
    const text = both('UPDATE cards SET owner = ?, maker = ? WHERE id = ?', `-- @unique owner\n${CARDS}`);
    expect(text).toMatch(/^SELECT owner, price, maker FROM cards WHERE id = \?;\n-- only where owner changed\nINSERT /);
    expect(text.match(/SELECT/g)).toHaveLength(1);
  });

  test('a read finds the one above it, whatever stands between', () => {
    const schema = 'CREATE TABLE folk (id int PRIMARY KEY, town text, skills set<text>, boss text);';
    let files: Files = {
      'schema.cql': schema,
      'writes.cql': 'UPDATE folk SET town = ?, skills = ?, boss = ? WHERE id = ?;\n',
      'a.cql': 'SELECT id FROM folk WHERE town = ?;',
      'b.cql': 'SELECT id FROM folk WHERE skills CONTAINS ?;',
      'c.cql': 'SELECT id FROM folk WHERE boss = ?;',
    };
    for (const path of ['a.cql', 'b.cql', 'c.cql'])
      files = applied(files, proposals(files, path, 'select')[0]!.edits(true));
    expect(files['writes.cql']).toBe(
      lines(
        'SELECT town, skills, boss FROM folk WHERE id = ?;',
        'DELETE FROM folk_by_skill WHERE skill = ? AND id = ?;',
        'BEGIN BATCH',
        '  UPDATE folk SET town = ?, skills = ?, boss = ? WHERE id = ?;',
        '  INSERT INTO folk_by_boss (boss, id) VALUES (?, ?);',
        '  INSERT INTO folk_by_skill (skill, id) VALUES (?, ?);',
        '  INSERT INTO folk_by_town (town, id) VALUES (?, ?);',
        '  -- only where town changed',
        '  DELETE FROM folk_by_town WHERE town = ? AND id = ?;',
        '  -- only where boss changed',
        '  DELETE FROM folk_by_boss WHERE boss = ? AND id = ?;',
        'APPLY BATCH;\n',
      ),
    );
  });

  test('reads of constant rows find theirs, too, whatever stands between', () => {
    let files: Files = {
      'schema.cql': 'CREATE TABLE folk (id int PRIMARY KEY, town text, skills set<text>, boss text);',
      'writes.cql':
        'BEGIN BATCH\n  UPDATE folk SET skills = ?, boss = ? WHERE id = 1;\n  UPDATE folk SET town = ? WHERE id = 2;\nAPPLY BATCH;\n',
      'a.cql': 'SELECT id, town FROM folk WHERE boss = ?;',
      'b.cql': 'SELECT id, town FROM folk WHERE skills CONTAINS ?;',
    };
    for (const path of ['a.cql', 'b.cql']) files = applied(files, proposals(files, path, 'select')[0]!.edits(true));
    const text = files['writes.cql']!;
    expect(text.slice(0, text.indexOf('BEGIN'))).toBe(
      lines(
        'SELECT boss, town, skills FROM folk WHERE id = 1;',
        'DELETE FROM folk_by_skill WHERE skill = ? AND id = 1;',
        'SELECT boss, skills FROM folk WHERE id = 2;\n',
      ),
    );
  });

  test('in a batch each read stands right above what is about its rows', () => {
    const { text } = followed(
      'CREATE TABLE folk (id int PRIMARY KEY, town text, skills set<text>);',
      'SELECT id, town FROM folk WHERE skills CONTAINS ?',
      'BEGIN BATCH UPDATE folk SET skills = ? WHERE id = 1; UPDATE folk SET skills = ? WHERE id = 2; APPLY BATCH',
    );
    expect(text).toBe(
      lines(
        'SELECT skills, town FROM folk WHERE id = 1;',
        'DELETE FROM folk_by_skill WHERE skill = ? AND id = 1;',
        'SELECT skills, town FROM folk WHERE id = 2;',
        'DELETE FROM folk_by_skill WHERE skill = ? AND id = 2;',
        'BEGIN BATCH',
        '  UPDATE folk SET skills = ? WHERE id = 1;',
        '  INSERT INTO folk_by_skill (skill, id, town) VALUES (?, 1, ?);',
        '  UPDATE folk SET skills = ? WHERE id = 2;',
        '  INSERT INTO folk_by_skill (skill, id, town) VALUES (?, 2, ?);',
        'APPLY BATCH',
      ),
    );
  });

  test('of two statements of a batch that are about many rows, the second is followed after it', () => {
    const schema = 'CREATE TABLE tracks (album int, pos int, song int, owner text static, PRIMARY KEY (album, pos));';
    const batch =
      'BEGIN BATCH UPDATE tracks SET owner = ? WHERE album = 1; UPDATE tracks SET owner = ? WHERE album = 2; APPLY BATCH';
    const { text } = followed(schema, 'SELECT album, pos, owner FROM tracks WHERE song = ?', batch);
    expect(text).toBe(
      lines(
        'SELECT song, pos FROM tracks WHERE album = 1;',
        'BEGIN BATCH',
        '  UPDATE tracks SET owner = ? WHERE album = 1;',
        '  UPDATE tracks_by_song SET owner = ? WHERE song = ? AND album = 1 AND pos = ?;',
        '  UPDATE tracks SET owner = ? WHERE album = 2;',
        'APPLY BATCH;',
        'SELECT song, pos FROM tracks WHERE album = 2;',
        'UPDATE tracks_by_song SET owner = ? WHERE song = ? AND album = 2 AND pos = ?',
      ),
    );
  });

  test('what holds only in a case stays below its comment', () => {
    expect(both('UPDATE cards SET owner = ?, maker = ? WHERE id = ?')).toBe(
      lines(
        'SELECT owner, price, maker FROM cards WHERE id = ?;',
        'BEGIN BATCH',
        '  UPDATE cards SET owner = ?, maker = ? WHERE id = ?;',
        '  INSERT INTO cards_by_maker (maker, id, price) VALUES (?, ?, ?);',
        '  INSERT INTO cards_by_owner (owner, id, price) VALUES (?, ?, ?);',
        '  -- only where owner changed',
        '  DELETE FROM cards_by_owner WHERE owner = ? AND id = ?;',
        '  -- only where maker changed',
        '  DELETE FROM cards_by_maker WHERE maker = ? AND id = ?;',
        'APPLY BATCH',
      ),
    );
  });
});

describe('a copy that is there', () => {
  const TENANTS = 'CREATE TABLE tenants (id int PRIMARY KEY, flat text, name text);';
  const BY_FLAT = 'CREATE TABLE tenants_by_flat (flat text PRIMARY KEY, id int, name text);';
  const offered = (schema: string, write: string) =>
    proposals(
      { 'schema.cql': schema, 'writes.cql': `${write};`, 'q.cql': 'SELECT name FROM tenants WHERE flat = ?;' },
      'q.cql',
      'select',
    ).find(({ kind }) => kind === 'existing-table')!;

  test('holds one row for each key, unless the key is unique', () => {
    const write = 'SELECT name FROM tenants WHERE id = ?';
    expect(offered(`${TENANTS}\n${BY_FLAT}`, write).why).toBe(
      '`tenants_by_flat` holds one row for each `flat` (right where that is unique, which `-- @unique flat` would say), partitioned by `flat`.',
    );
    expect(offered(`-- @unique flat\n${TENANTS}\n${BY_FLAT}`, write).why).toBe(
      '`tenants_by_flat` holds the same rows, partitioned by `flat`.',
    );
  });

  test('gets the writes that forget it, where it is one for certain', () => {
    const files = {
      'schema.cql': `${TENANTS}\nCREATE TABLE tenants_by_flat (flat text, id int, name text, PRIMARY KEY (flat, id));`,
      'writes.cql': `UPDATE tenants SET name = ? WHERE id = ?;
BEGIN BATCH
  INSERT INTO tenants (id, flat, name) VALUES (?, ?, ?);
  INSERT INTO tenants_by_flat (flat, id, name) VALUES (?, ?, ?);
APPLY BATCH;
`,
      'q.cql': 'SELECT name FROM tenants WHERE flat = ?;',
    };
    const [first] = proposals(files, 'q.cql', 'select');
    expect(first).toMatchObject({ kind: 'existing-table', notes: [] });
    const after = applied(files, first!.edits(true));
    expect(after['q.cql']).toBe('SELECT name FROM tenants_by_flat WHERE flat = ?;');
    expect(after['writes.cql']).toBe(
      files['writes.cql'].replace(
        'UPDATE tenants SET name = ? WHERE id = ?;',
        lines(
          'SELECT flat FROM tenants WHERE id = ?;',
          'BEGIN BATCH',
          '  UPDATE tenants SET name = ? WHERE id = ?;',
          '  UPDATE tenants_by_flat SET name = ? WHERE flat = ? AND id = ?;',
          'APPLY BATCH;',
        ),
      ),
    );
  });

  test('goes stale with a write that forgets it', () => {
    expect(offered(`${TENANTS}\n${BY_FLAT}`, 'UPDATE tenants SET flat = ? WHERE id = ?').notes).toContain(
      '`UPDATE tenants SET flat = ? WHERE id = ?` leaves `tenants_by_flat` as it was: the query would then answer with what is no more.',
    );
  });
});

describe('what a write sets in a row of a partition that moves', () => {
  const ORDERS = 'CREATE TABLE purchases (buyer text, no int, town text static, total int, PRIMARY KEY ((buyer), no));';
  const BY_TOWN = 'SELECT buyer, no, total FROM purchases WHERE town = ?';
  const MOVES = (write: string): readonly string[] => [
    "SELECT town, no, total FROM purchases WHERE buyer = 'b';",
    'BEGIN BATCH',
    `  ${write};`,
    "  INSERT INTO purchases_by_town (town, buyer, no, total) VALUES ('x', 'b', ?, ?);",
    '  -- only where town changed',
    "  DELETE FROM purchases_by_town WHERE town = ? AND buyer = 'b' AND no = ?;",
    'APPLY BATCH;',
    "SELECT town FROM purchases WHERE buyer = 'b' LIMIT 1;",
  ];

  test.each([
    [
      "INSERT INTO purchases (buyer, no, town, total) VALUES ('b', 1, 'x', 9)",
      "INSERT INTO purchases_by_town (town, buyer, no, total) VALUES ('x', 'b', 1, 9)",
    ],
    [
      "UPDATE purchases SET town = 'x', total = 9 WHERE buyer = 'b' AND no = 1",
      "UPDATE purchases_by_town SET total = 9 WHERE town = 'x' AND buyer = 'b' AND no = 1",
    ],
  ])('comes after the row as it was: %s', (write, last) =>
    expect(followed(ORDERS, BY_TOWN, write).text).toBe(lines(...MOVES(write), last)),
  );

  test('comes after the batch in which it stands, as does what takes the new place from it', () => {
    const first = "INSERT INTO purchases (buyer, no, town, total) VALUES ('b', 1, 'x', 9)";
    const second = "INSERT INTO purchases (buyer, no, total) VALUES ('b', 2, 7)";
    const { text } = followed(ORDERS, BY_TOWN, `BEGIN BATCH ${first}; ${second}; APPLY BATCH`);
    expect(text.slice(text.indexOf('APPLY BATCH'))).toBe(
      lines(
        'APPLY BATCH;',
        "SELECT town FROM purchases WHERE buyer = 'b' LIMIT 1;",
        "INSERT INTO purchases_by_town (town, buyer, no, total) VALUES ('x', 'b', 1, 9);",
        "SELECT town FROM purchases WHERE buyer = 'b' LIMIT 1;",
        "INSERT INTO purchases_by_town (town, buyer, no, total) VALUES (?, 'b', 2, 7)",
      ),
    );
  });
});

test.each([
  ['TRUNCATE parcels', 'TRUNCATE parcels;\nTRUNCATE parcels_by_depot'],
  ['truncate table parcels', 'truncate table parcels;\ntruncate parcels_by_depot'],
])('%s empties the copy as well', (write, both) => {
  const { text, steps } = followed(
    'CREATE TABLE parcels (no int PRIMARY KEY, depot text);',
    'SELECT no FROM parcels WHERE depot = ?',
    write,
  );
  expect(text).toBe(both);
  expect(steps.map(({ cql }) => cql)).toEqual(both.split(';\n'));
});
