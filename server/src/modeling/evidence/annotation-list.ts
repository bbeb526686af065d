/** What can be declared in comments: an example, and what it says. */
export const ANNOTATIONS: ReadonlyMap<string, { readonly example: string; readonly about: string }> = new Map([
  ['rows', { example: '@rows 10M', about: 'how many rows the table has' }],
  [
    'rows-per-partition',
    {
      example: '@rows-per-partition avg=1k max=1M',
      about: 'how many rows a partition has; a single number is the greatest',
    },
  ],
  ['rate', { example: '@rate 6/minute per sensor_id', about: 'how many rows come in, for each value of the columns' }],
  ['retention', { example: '@retention 90d', about: 'after which time rows are deleted' }],
  [
    'cardinality',
    {
      example: '@cardinality country 200',
      about: 'how many values a column has; `{NEW, PAID}` names them, `~rows` is one a row',
    },
  ],
  ['size', { example: '@size body 2KiB', about: 'bytes of a value' }],
  ['items', { example: '@items tags avg=5 max=50', about: 'how many items a collection has' }],
  ['unique', { example: '@unique email', about: 'no two rows have the same values of these columns' }],
  ['notnull', { example: '@notnull phone', about: 'every row has a value of these columns' }],
  [
    'immutable',
    {
      example: '@immutable created_at',
      about: 'what is written once stays: copies keyed by it cannot be left behind by a change',
    },
  ],
  [
    'fd',
    {
      example: '@fd sku -> product_name',
      about: 'the columns on the left decide those on the right, which a key that has the left need not have',
    },
  ],
  ['fk', { example: '@fk items(seller_id) -> users(id)', about: 'the columns hold the key of another table' }],
  ['copy-of', { example: '@copy-of users', about: 'the table holds the rows of another under a key of its own' }],
  ['bucket', { example: '@bucket day = day(ts)', about: 'how a column is computed that keeps partitions small' }],
  ['bounded', { example: '@bounded 500 rows', about: 'a partition never has more rows' }],
  ['greenfield', { example: '@greenfield', about: 'the table holds nothing yet, so its CREATE may be changed' }],
  [
    'query',
    { example: '@query Q3 weight 12', about: 'the name of a query or write, and how often it runs against the others' },
  ],
  [
    'mix',
    {
      example: '@mix browsing=4.4 bidding=7.6',
      about: 'weights of a query in several workloads; nothing is weighed yet',
    },
  ],
  ['slo', { example: '@slo 20ms', about: 'how long a query may take; a note to readers, as no text tells times' }],
  [
    'profile',
    {
      example: '@profile cassandra-5.0',
      about: 'the server that the file is meant for; a note to readers, as the configuration names the target',
    },
  ],
  [
    'derived',
    {
      example: '@derived',
      about: 'the table can be made anew from others; a note to readers, as nothing proposes to drop a table',
    },
  ],
]);
