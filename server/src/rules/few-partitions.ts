import type { Column } from '../catalog/model.ts';
import { isNative } from '../catalog/types.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { constantKey } from '../modeling/evidence/constant-key.ts';
import { hasFewValues, isFewForCertain } from '../modeling/evidence/few-values.ts';
import { isUuid, namesPerson } from '../modeling/evidence/many-values.ts';
import { isRowADay } from '../modeling/evidence/small-partitions.ts';
import { FEW as FEW_ROWS, isSmall } from '../modeling/evidence/small-tables.ts';
import { timeEvidence } from '../modeling/evidence/time-columns.ts';
import { isAskedByWholeKeys } from '../modeling/evidence/whole-key.ts';
import { createdTable, nameOf } from './created-table.ts';
import type { Rule } from './rule.ts';
import { keyText, listNames } from './scan.ts';

const CODE = 'few-partitions';

/** A partition key of few values: few partitions, each of which holds a great part of the table. */
export const fewPartitions: Rule = {
  code: CODE,
  summary: 'The partition key has few values: a handful of partitions hold the whole table.',
  severities: ['warning', 'hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    const declared = declaredOf(table, context.surroundings);
    const { partitionKey, clustering } = table;
    if (partitionKey.length === 0 || !partitionKey.every((column) => hasFewValues(column, declared))) return [];
    // Lists of what there is stay short; what happens or is registered goes on.
    const grows = clustering.some(
      (column) =>
        isUuid(column) ||
        REGISTERED.test(column.name) ||
        OF_ONE.test(column.name) ||
        // What goes from one status to the next comes anew.
        (partitionKey.some(({ name }) => STATUS.test(name)) && IS_ID.test(column.name)) ||
        namesPerson(column.name, table) ||
        (timeEvidence(column) !== undefined && !isRowADay(table, column)),
    );
    if (isSmall(declared) || !grows) return [];
    // Where all rows go to one of them, `constant-partition` tells it.
    if (constantKey(table, context.surroundings) !== undefined) return [];
    const counts = partitionKey.map(({ name }) => declared.cardinality.get(name)?.count);
    const count = counts.reduce<number>((product, one) => (typeof one === 'number' ? product * one : Number.NaN), 1);
    const isDeclared = Number.isFinite(count);
    if (isDeclared && (count > FEW || (declared.rows ?? Infinity) / count <= FEW_ROWS)) return [];
    const certain = isDeclared || partitionKey.every(isFewForCertain);
    return [
      {
        code: CODE,
        severity: isDeclared ? 'warning' : 'hint',
        ...(!certain && { profile: 'strict' }),
        span: nameOf(create),
        message:
          `\`${table.name}\` is partitioned by ${keyText(partitionKey)}, of which there are few values ` +
          `(${isDeclared ? `${count}, as \`@cardinality\` declares` : evidenceOf(partitionKey)}): all rows with one of them are one partition, on one set of replicas. ` +
          (isAskedByWholeKeys(table, context.surroundings)
            ? `Every query gives ${listNames(clustering.map(({ name }) => name))} too: in the partition key each row is found by itself.`
            : 'Add a column of many values, a day or a hash to the partition key.'),
        related: [],
      },
    ];
  },
};

/** Numbers and names that are given to one after the other, of whatever type. */
const REGISTERED =
  /^(?:\w+_)?(?:user|donor|visitor|voter|citizen|owner|driver|reader|worker|passenger|borrower|applicant|customer|client|member|account|person|patient|student|employee|subscriber|guest|player|order|payment|invoice|transaction|ticket|booking|reservation|message|post|event|task|job|request|session|device|shipment|parcel|lead|claim|loan|usuario|cliente|pedido|kunde|bestellung)_?(?:id|no|nr|number|num|uuid|guid|key)$/i;

/** By which one thing of many is told apart: a number on it, an address. */
const OF_ONE =
  /^(?:\w+_)?(?:sku|ean|gtin|upc|isbn|asin|imei|iccid|msisdn|serial|serial_?(?:no|nr|number)|plate|license_?plate|iban|url|e_?mail|phone|phone_?(?:no|nr|number)|username|handle)$/i;

const STATUS = /(?:^|_)status$/i;

const IS_ID = /.(?:_(?:id|no|nr|number|key)|Id)$/;

/** More partitions than that spread over a cluster, though unevenly. */
const FEW = 1000;

const evidenceOf = (columns: readonly Column[]): string =>
  columns.every(({ type }) => isNative(type, 'boolean'))
    ? 'a boolean has two'
    : `by the name${columns.length > 1 ? 's' : ''} ${listNames(columns.map(({ name }) => name))}`;
