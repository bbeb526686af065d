import type { Column } from '../catalog/model.ts';
import { isUuid } from '../modeling/evidence/many-values.ts';
import { isTextOfTime } from '../modeling/evidence/text-times.ts';
import { createdTable, typeOf } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'text-time';

/** Rows sorted by a time that is kept as text. */
export const textTime: Rule = {
  code: CODE,
  summary: 'Rows are sorted by a time that is kept as text.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    return table.clustering
      .filter((column, index) => isTextOfTime(column) && !followsId(table.clustering, index))
      .map(({ name }) => {
        const isDay = /date|day|datum|fecha|riqi|^data_/i.test(name) && !/time|hora/i.test(name);
        return {
          code: CODE,
          severity: 'hint',
          span: typeOf(create, name),
          message:
            `Rows of \`${table.name}\` are sorted by the letters of \`${name}\`, and a range compares letters: only times of one form and one zone ` +
            `come in their order. \`${isDay ? 'date' : 'timestamp'}\` sorts and checks them.`,
          related: [],
        };
      });
  },
};

/** Behind the id of a row there is one time, and nothing to sort. */
const followsId = (clustering: readonly Column[], index: number): boolean =>
  clustering.slice(0, index).some((before) => isUuid(before) || /^(?:id|uuid)$/i.test(before.name));
