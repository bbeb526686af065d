import { occurrencesOf } from '../../server/src/names/occurrences.ts';
import type { Occurrence, Owner, Step } from '../../server/src/names/occurrence.ts';
import { openDocument } from '../../server/src/syntax/index.ts';

/** A text with a line of carets and words below each name: its kind, its role, and what it belongs to. */
export function underlined(text: string): string {
  const [segment] = openDocument(text).segments;
  const lines = occurrencesOf(segment!.syntax().tree).map((one) => {
    const words = [one.kind, one.role, ...(one.owner === undefined ? [] : [ownerText(one)])].join(' ');
    return `${' '.repeat(one.start)}${'^'.repeat(one.end - one.start)} ${words}`;
  });
  return [text, ...lines].join('\n');
}

const ownerText = ({ owner }: Occurrence): string => (owner === undefined ? '' : `of ${textOf(owner)}`);

function textOf(owner: Owner): string {
  switch (owner.kind) {
    case 'keyspace':
      return owner.name ?? 'the keyspace in force';
    case 'table':
    case 'type':
      return owner.keyspace === undefined ? owner.name : `${owner.keyspace}.${owner.name}`;
    case 'value': {
      const { of, path } = owner.value;
      const root = of.kind === 'column' ? `${of.table.name}.${of.column}` : `(${of.type.kind})`;
      return `a value of ${root}${path.map(stepText).join('')}`;
    }
  }
}

const stepText = (step: Step): string =>
  typeof step === 'string' ? `[${step}]` : typeof step === 'number' ? `(${step})` : `.${step.field}`;
