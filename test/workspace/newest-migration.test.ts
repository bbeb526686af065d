import { expect, test } from 'vitest';
import { fixesFor } from '../../server/src/service/code-actions.ts';
import { applied, subjectOf, workspaceOf } from '../fixtures.ts';

const BASE = 'CREATE TABLE bank.accounts (iban text PRIMARY KEY, owner uuid);\n';
const QUERY = 'SELECT iban FROM bank.accounts WHERE owner = ?;\n';

/** The file into which the first fix of the query writes a table. */
function placeOfTable(files: Readonly<Record<string, string>>): readonly string[] {
  const workspace = workspaceOf({ ...files, 'queries.cql': QUERY });
  const [located] = workspace.findings('queries.cql');
  const [first] = fixesFor(subjectOf(workspace, 'queries.cql'), located!.segment, located!.finding);
  const texts = applied(workspace, first!.fix.edits());
  return [...texts].filter(([, text]) => text.includes('CREATE TABLE bank.accounts_by_owner')).map(([uri]) => uri);
}

const LATER = 'CREATE TABLE bank.payments (id uuid PRIMARY KEY);\n';

test.each<[what: string, files: Readonly<Record<string, string>>, place: string]>([
  ['of Flyway', { 'db/V1__init.cql': BASE, 'db/V2__payments.cql': LATER }, 'db/V2__payments.cql'],
  ['in their folder', { 'migrations/001_init.cql': BASE, 'migrations/002_more.cql': LATER }, 'migrations/002_more.cql'],
  [
    'taken back by others',
    { 'm/1_init.up.cql': BASE, 'm/1_init.down.cql': 'DROP TABLE bank.accounts;', 'm/2_more.up.cql': LATER },
    'm/2_more.up.cql',
  ],
  [
    'that hold rows only at the end',
    {
      'db/V1__init.cql': BASE,
      'db/V2__payments.cql': LATER,
      'db/V3__rows.cql': "INSERT INTO bank.accounts (iban) VALUES ('a');",
    },
    'db/V2__payments.cql',
  ],
])('a new table goes into the newest of migrations %s', (_, files, place) => {
  expect(placeOfTable(files)).toEqual([place]);
});

test.each<[what: string, files: Readonly<Record<string, string>>]>([
  ['numbered scripts', { 'db/1-users.cql': BASE, 'db/2-payments.cql': LATER }],
  ['a schema', { 'db/schema.cql': BASE, 'db/types.cql': LATER }],
  ['the newest migration', { 'db/V1__x.cql': LATER, 'db/V2__init.cql': `${BASE}${LATER.replace('payments', 'more')}` }],
  ['migrations of another keyspace', { 'db/V1__init.cql': BASE, 'db/V2__other.cql': `USE other;\n${LATER}` }],
])('else behind the table: %s', (_, files) => {
  const [place] = Object.entries(files).find(([, text]) => text.startsWith(BASE))!;
  expect(placeOfTable(files)).toEqual([place]);
});
