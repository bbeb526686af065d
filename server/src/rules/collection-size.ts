import type { Column } from '../catalog/model.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { expires } from '../modeling/evidence/ttl.ts';
import type { Rule } from './rule.ts';

const CODE = 'collection-size';

/** More items than that are read and written as one value only at a price. */
const MOST_ITEMS = 1000;

/** A collection that is declared to hold many items. */
export const collectionSize: Rule = {
  code: CODE,
  summary: 'A collection is declared to hold more than a thousand items.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['data'],
  check({ statement, table, surroundings, verdict }) {
    if (statement.kind !== 'create-table' || table === undefined || verdict.kind === 'refused') return [];
    return [...declaredOf(table, surroundings).items].flatMap(([name, { max, average }]) => {
      const count = Math.max(max ?? 0, average ?? 0);
      const column = table.columns.get(name);
      if (count <= MOST_ITEMS || column === undefined || !isCollection(column)) return [];
      const definition = statement.columns.find((one) => one.name.name === name);
      return [
        {
          code: CODE,
          severity: 'information' as const,
          span: definition?.name.span ?? statement.name?.span ?? statement.span,
          message:
            `\`${name}\` holds up to ${count.toLocaleString('en-US')} items (\`@items\`), and is read whole, without paging, ` +
            'each time. Beyond a thousand let each be a row: the item as a clustering column.' +
            `${isList(column) ? ' A list also reads itself before an item is changed by its place.' : ''}` +
            `${expires(table) ? ' Each of them expires by itself and leaves a tombstone.' : ''}`,
          related: [],
        },
      ];
    });
  },
};

const isCollection = ({ type }: Column): boolean => type.kind === 'list' || type.kind === 'set' || type.kind === 'map';

const isList = ({ type }: Column): boolean => type.kind === 'list' && !type.frozen;
