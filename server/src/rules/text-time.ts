import type { Column } from '../catalog/model.ts';
import { isNative } from '../catalog/types.ts';
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
    return table.clustering.filter(isTextOfTime).map(({ name }) => ({
      code: CODE,
      severity: 'hint',
      span: typeOf(create, name),
      message:
        `Rows of \`${table.name}\` are sorted by the letters of \`${name}\`, and a range compares letters: only times of one form and one zone ` +
        `come in their order. \`${/date|day/i.test(name) && !/time/i.test(name) ? 'date' : 'timestamp'}\` sorts and checks them.`,
      related: [],
    }));
  },
};

const isTextOfTime = ({ name, type }: Column): boolean =>
  (isNative(type, 'text') || isNative(type, 'ascii')) && TIME_NAME.test(name) && !OTHER.test(name);

const TIME_NAME =
  /(?:^|_)(?:at|time|ts|timestamp|date|datetime|day)$|(?:date|[a-z]Time|timestamp)$|^(?:created|updated|sent|received|posted)(?:_?(?:at|on))?$/i;

/** What ends like a time and is none, or is how long something takes. */
const OTHER =
  /(?:^|_)(?:race|lap|run|play|prep|cook|lead|finish|total|elapsed|response|load|wait|full|part|over|down|up)_?time$|(?:^|_)(?:candi|up|vali|man|consoli|accommo)date$|time_?zone|(?:^|_)(?:week|pay|birth|holi)?day_?(?:name|of_?week)|^(?:week)day$/i;
