import type { Design, DesignColumn } from './design.ts';
import { type Style, words } from '../proposal/style.ts';

/** The CREATE TABLE of a design in the style of its base's, without the final `;`. */
export function renderTable(design: Design, style: Style): string {
  const word = (text: string): string => words(text, style);
  const { partition, clustering, statics, regulars } = design;
  const inline = style.inlineKey && partition.length === 1 && clustering.length === 0;
  const lines = [
    ...partition.map((column) => line(column, inline ? ` ${word('PRIMARY KEY')}` : '')),
    ...clustering.map((column) => line(column)),
    ...statics.map((column) => line(column, ` ${word('STATIC').toLowerCase()}`)),
    ...regulars.map((column) => line(column)),
  ];
  if (!inline) lines.push(keyText(design, style));
  const { newline, indent, margin } = style;
  const head = word(`CREATE TABLE ${style.ifNotExists ? 'IF NOT EXISTS ' : ''}`);
  const body = lines.map((text) => `${indent}${text}`).join(`,${newline}`);
  return `${head}${design.written} (${newline}${body}${newline}${margin})${optionsText(design, style)}`;
}

export function keyText(
  { partition, clustering }: Pick<Design, 'partition' | 'clustering'>,
  style: Pick<Style, 'upper'>,
): string {
  const key = [`(${partition.map(({ written }) => written).join(', ')})`, ...clustering.map(({ written }) => written)];
  return `${words('PRIMARY KEY', style)} (${key.join(', ')})`;
}

/** `CLUSTERING ORDER BY (…)` where a direction is not the usual one. */
export function orderText({ clustering }: Pick<Design, 'clustering'>, style: Pick<Style, 'upper'>): string | undefined {
  if (clustering.every(({ order }) => order === 'ASC')) return undefined;
  const columns = clustering.map(({ written, order }) => `${written} ${words(order, style)}`).join(', ');
  return `${words('CLUSTERING ORDER BY', style)} (${columns})`;
}

function optionsText(design: Design, style: Style): string {
  const order = orderText(design, style);
  const options = [
    ...(order === undefined ? [] : [order]),
    ...design.options.map(({ name, value }) => `${name} = ${value}`),
  ];
  if (options.length === 0) return '';
  const gap = style.optionBreak ?? ' ';
  const first = style.optionBreak === undefined ? ' ' : `${style.newline}${style.margin}`;
  return `${first}${words('WITH', style)} ${options.join(`${gap}${words('AND', style)} `)}`;
}

const line = (column: DesignColumn, extra = ''): string =>
  `${column.written} ${column.typeText}${extra}${column.suffix}`;
