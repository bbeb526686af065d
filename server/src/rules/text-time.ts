import type { Column } from '../catalog/model.ts';
import { isNative } from '../catalog/types.ts';
import { isUuid } from '../modeling/evidence/many-values.ts';
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

const isTextOfTime = ({ name, type }: Column): boolean =>
  (isNative(type, 'text') || isNative(type, 'ascii')) && TIME_NAME.test(name) && !OTHER.test(name);

const TIME_NAME =
  /(?:^|_)(?:at|time|ts|timestamp|date|datetime|day)$|(?:^|_)(?:at|time|ts|timestamp|date|datetime)_?(?:iso|iso8601|utc|str|string|text)$|^iso_?(?:time|ts|timestamp|date|datetime)$|(?:date|[a-z]Time|timestamp)$|^(?:created|updated|sent|received|posted)(?:_?(?:at|on))?$|(?:^|_)(?:zeit|zeitpunkt|zeitstempel|datum|fecha|data_?hora|shijian|riqi)$|^(?:erstellt|gesendet)(?:_?am)?$|^(?:criad[oa]|enviad[oa])_?em$|^data_(?:venda|compra|pedido|criacao|envio|evento)$/i;

/** What ends like a time and is none, or is how long something takes. */
const OTHER =
  /(?:^|_)(?:race|lap|run|play|prep|cook|lead|finish|total|elapsed|response|load|wait|full|part|over|down|up|past|life|half|bed|day|night|air|screen|game|meal|tea|lunch|dinner)_?time$|(?:^|_)(?:candi|up|vali|man|consoli|accommo)date$|time_?zone|(?:^|_)(?:week|pay|birth|holi)?day_?(?:name|of_?week)|^(?:week)day$|_of_?(?:the_?)?day$|(?:^|_)(?:birth|name|feast|pay|market|work|rest)_day$/i;
