import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { Expression, Select } from '../../syntax/ast.ts';
import { valuesIn } from './given-values.ts';
import type { Surroundings } from './surroundings.ts';
import { boundsOf } from './window.ts';

/** How the texts of a column are written that are times in the order of their letters: `2024-05-01`, `2024-05-01T10:30:00Z`. */
export interface IsoTexts {
  /** Each has a time of day. */
  readonly timed: boolean;
  /** What stands between day and time. */
  readonly separator: string;
}

/** As all constants in reads and writes of the project show it; `undefined` where there is none, or one is written otherwise. */
export function isoTextsOf(column: Column, table: Table, surroundings: Surroundings): IsoTexts | undefined {
  if (!isNative(column.type, 'text') && !isNative(column.type, 'ascii')) return undefined;
  const texts = surroundings
    .usesOf(table)
    .flatMap(({ statement }) => [
      ...(valuesIn(statement).get(column.name) ?? []),
      ...(statement.kind === 'select' ? textBoundsOf(statement, column.name).map(({ value }) => value) : []),
    ])
    .flatMap((value) => (value.kind === 'literal' ? [value.value] : []));
  const forms = texts.map((text) => ISO.exec(text));
  if (forms.length === 0 || forms.includes(null)) return undefined;
  const separators = new Set(forms.map((form) => form![1] ?? ''));
  const [separator = ''] = separators;
  return { timed: separators.size === 1 && separator !== '', separator };
}

const ISO = /^\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d(?::\d\d[^ ]*)?)?$/;

/** The bounds that a query sets a column. */
export const textBoundsOf = (
  { where }: Select,
  column: string,
): readonly { readonly operator: string; readonly value: Expression }[] =>
  (where?.relations ?? []).flatMap((relation) => boundsOf(relation, column));

/** A text that is a time by its name. */
export const isTextOfTime = ({ name, type }: Column): boolean =>
  (isNative(type, 'text') || isNative(type, 'ascii')) && TIME_NAME.test(name) && !OTHER.test(name);

const TIME_NAME =
  /(?:^|_)(?:at|time|ts|timestamp|date|datetime|day)$|(?:^|_)(?:at|time|ts|timestamp|date|datetime)_?(?:iso|iso8601|utc|str|string|text)$|^iso_?(?:time|ts|timestamp|date|datetime)$|(?:date|[a-z]Time|timestamp)$|^(?:created|updated|sent|received|posted)(?:_?(?:at|on))?$|(?:^|_)(?:zeit|zeitpunkt|zeitstempel|datum|fecha|data_?hora|shijian|riqi)$|^(?:erstellt|gesendet)(?:_?am)?$|^(?:criad[oa]|enviad[oa])_?em$|^data_(?:venda|compra|pedido|criacao|envio|evento)$/i;

/** What ends like a time and is none, or is how long something takes. */
const OTHER =
  /(?:^|_)(?:race|lap|run|play|prep|cook|lead|finish|total|elapsed|response|load|wait|full|part|over|down|up|past|life|half|bed|day|night|air|screen|game|meal|tea|lunch|dinner)_?time$|(?:^|_)(?:candi|up|vali|man|consoli|accommo)date$|time_?zone|(?:^|_)(?:week|pay|birth|holi)?day_?(?:name|of_?week)|^(?:week)day$|_of_?(?:the_?)?day$|(?:^|_)(?:birth|name|feast|pay|market|work|rest)_day$/i;
