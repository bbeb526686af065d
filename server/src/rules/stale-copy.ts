import { driftOf, type Drift } from '../modeling/evidence/copy-drift.ts';
import { type AskedAgain, askedAgain, unequalValues, type Unequal } from '../modeling/writes/copy-values.ts';
import { type LeftInBatch, leftInBatch, type MovedInBatch, movedInBatch } from '../modeling/writes/moved-in-batch.ts';
import {
  type StaleTruncation,
  staleTruncations,
  type StaleWrite,
  staleWrites,
} from '../modeling/writes/stale-copies.ts';
import { changeEdits } from '../modeling/writes/edits.ts';
import { widenedCopy } from '../modeling/writes/widen-copy.ts';
import { printName } from '../catalog/names.ts';
import { printType } from '../catalog/types.ts';
import type { Table } from '../catalog/model.ts';
import { markersIn } from '../modeling/proposal/pieces.ts';
import type { Span } from '../text/span.ts';
import { copyEvidenceText } from './copy-evidence.ts';
import type { Finding, Fix, Rule, RuleContext } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'stale-copy';

/** A table that holds the rows of another, and what lets the two drift apart. */
export const staleCopy: Rule = {
  code: CODE,
  summary: 'A write forgets a copy of its table, or a copy has drifted from it.',
  severities: ['warning', 'hint'],
  profile: 'quiet',
  tags: ['data'],
  inPrograms: 'whatever the values',
  check: (context) => found(context).map(({ finding }) => finding),
  // A program binds the values of its statements in their order: no edit of the text alone keeps that.
  fixes: (context, finding) =>
    context.surroundings.isProgram(context.uri)
      ? []
      : (found(context)
          .find((one) => isSame(one.finding, finding))
          ?.fixes() ?? []),
};

interface Found {
  readonly finding: Finding;
  fixes(): readonly Fix[];
}

const isSame = (a: Finding, b: Finding): boolean =>
  a.span.start === b.span.start && a.span.end === b.span.end && a.message === b.message;

function found(context: RuleContext): readonly Found[] {
  const { statement, table, verdict, surroundings, uri } = context;
  if (verdict.kind === 'refused') return [];
  switch (statement.kind) {
    case 'insert':
      return [
        ...staleWrites(context).map((stale) => forgotten(stale, context)),
        ...askedAgain(context).map((again) => anotherId(again, context)),
      ];
    case 'update':
    case 'delete':
      return staleWrites(context).map((stale) => forgotten(stale, context));
    case 'batch':
      return [
        ...staleWrites(context).map((stale) => forgotten(stale, context)),
        ...unequalValues(context).map((unequal) => different(unequal, context)),
        ...movedInBatch(context).map((moved) => overwritten(moved, context)),
        ...leftInBatch(context).map(leftBehind),
      ];
    case 'truncate':
      return staleTruncations(context).map((stale) => stillFull(stale, context));
    case 'create-table':
      // In which order programs change the schema nobody knows.
      return table === undefined || surroundings.isProgram(uri)
        ? []
        : driftOf(table, surroundings).flatMap((drift) => drifted(drift, table, context) ?? []);
    default:
      return [];
  }
}

const finding = (severity: Finding['severity'], span: Span, message: string, related: Finding['related']): Finding => ({
  code: CODE,
  severity,
  span,
  message,
  related,
});

function forgotten({ write, base, name, copy, change }: StaleWrite, { statement, surroundings }: RuleContext): Found {
  const { table, declared } = copy;
  const where = statement.kind === 'batch' ? 'batch' : write.kind.toUpperCase();
  const message =
    `\`${table.name}\` is a copy of \`${base.name}\` (${copyEvidenceText(copy)}), ` +
    `and this ${where} leaves it as it was.`;
  return {
    finding: finding(
      declared ? 'warning' : 'hint',
      name.span,
      message,
      table.location === undefined ? [] : [{ at: table.location, message: 'The copy is declared here' }],
    ),
    fixes: () => {
      const noted = change();
      if (noted === undefined) return [];
      const reads = /^\s*SELECT\b/im.test(noted.change.replacement);
      return [
        {
          id: `write-${table.name}`,
          title: `Write \`${table.name}\` in the same batch${reads ? ', after a read' : ''}`,
          kind: 'quickfix',
          safe: false,
          preferred: true,
          about: () => noted.notes,
          edits: () => changeEdits(noted.change, surroundings),
        },
      ];
    },
  };
}

function stillFull({ base, name, copy, change }: StaleTruncation, { surroundings }: RuleContext): Found {
  const { table, declared } = copy;
  const message =
    `\`${table.name}\` is a copy of \`${base.name}\` (${copyEvidenceText(copy)}), ` +
    'and this TRUNCATE leaves all of its rows there.';
  const related = table.location === undefined ? [] : [{ at: table.location, message: 'The copy is declared here' }];
  return {
    finding: finding(declared ? 'warning' : 'hint', name.span, message, related),
    fixes: () => [
      {
        id: `truncate-${table.name}`,
        title: `Truncate \`${table.name}\` as well`,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => changeEdits(change(), surroundings),
      },
    ],
  };
}

const fickleText = (text: string, what: string, base: Table, copy: Table): string =>
  `\`${text}\` gives \`${copy.name}\` another \`${what}\` than \`${base.name}\`, of which it is a copy: ask once, and bind the value to both.`;

function anotherId({ base, copy, declared, what, span, first }: AskedAgain, { segment }: RuleContext): Found {
  const text = segment.text.slice(span.start, span.end);
  return {
    finding: finding(declared ? 'warning' : 'hint', span, fickleText(text, what, base, copy), [
      { at: first, message: 'Asked here, too' },
    ]),
    fixes: () => [],
  };
}

function different({ base, copy, what, spans, fickle }: Unequal, { uri, segment, statement }: RuleContext): Found {
  const [left, right] = spans;
  const text = segment.text.slice(right.start, right.end);
  const message = fickle
    ? fickleText(text, what, base, copy)
    : what === 'TTL'
      ? `The row of \`${base.name}\` and its copy in \`${copy.name}\` end at different times.`
      : `\`${copy.name}\` is a copy of \`${base.name}\`, but gets another \`${what}\`: ${text} instead of ${segment.text.slice(left.start, left.end)}.`;
  return {
    finding: finding('warning', right, message, [
      { at: { uri, segment, span: left }, message: `What \`${base.name}\` gets` },
    ]),
    fixes: () => {
      if (!fickle) return [];
      const named = markersIn(statement).some(({ name }) => name !== undefined);
      const marker = named ? `:${what.replaceAll(/\W/g, '_')}` : '?';
      return [
        {
          id: `bind-${what}`,
          title: `Bind \`${what}\` once for both`,
          kind: 'quickfix',
          safe: false,
          preferred: true,
          edits: () => spans.map((span) => ({ at: { uri, segment, span }, text: marker, label: 'one value for both' })),
        },
      ];
    },
  };
}

function overwritten({ base, copy, removal, arrival, moved }: MovedInBatch, context: RuleContext): Found {
  const { uri, segment, statement } = context;
  const own = new Set([...base.partitionKey, ...base.clustering].map(({ name }) => name));
  const columns = moved.filter(({ name }) => !own.has(name));
  const names = listNames((columns.length > 0 ? columns : moved).map(({ name }) => name));
  const message = `Where ${names} ${columns.length > 1 || (columns.length === 0 && moved.length > 1) ? 'stay' : 'stays'} the same, the row of \`${copy.name}\` is lost: all of a batch has one write time, and this DELETE wins over the INSERT.`;
  const related = [{ at: { uri, segment, span: arrival }, message: 'Inserted here' }];
  return {
    finding: finding('hint', removal.span, message, related),
    fixes: () => {
      const text = segment.text.slice(removal.span.start, removal.span.end);
      const end = /\bapply\s+batch\b/i.exec(segment.text.slice(removal.span.end, statement.span.end));
      const gap = /^\s*;[ \t]*(?:\r?\n)?[ \t]*/.exec(segment.text.slice(removal.span.end));
      if (columns.length === 0 || end === null || gap === null) return [];
      const at = removal.span.end + end.index;
      const lines = columns.flatMap(({ name }) => [`-- only where ${printName(name)} changed`, `${text};`]);
      const from = { start: removal.span.start, end: removal.span.end + gap[0].length };
      const last = from.end >= at;
      const label = 'runs only where the row moves';
      return [
        {
          id: `only-where-${copy.name}`,
          title: `Say that it runs only where ${names} changed`,
          kind: 'quickfix',
          safe: false,
          preferred: true,
          edits: () =>
            last
              ? [{ at: { uri, segment, span: { start: from.start, end: at } }, text: `${lines.join('\n  ')}\n`, label }]
              : [
                  { at: { uri, segment, span: from }, text: '', label },
                  { at: { uri, segment, span: { start: at, end: at } }, text: `  ${lines.join('\n  ')}\n`, label },
                ],
        },
      ];
    },
  };
}

function leftBehind({ base, copy, moved, at }: LeftInBatch): Found {
  const names = listNames(moved.map(({ name }) => name));
  const message =
    `Where ${names} of \`${base.name}\` ${moved.length > 1 ? 'change' : 'changes'}, the old row of \`${copy.name}\` stays: nothing of the project deletes one. ` +
    `Read ${names} first, and where the value is another DELETE the row with the one that was read.`;
  return { finding: finding('hint', at, message, []), fixes: () => [] };
}

function drifted(drift: Drift, copy: Table, context: RuleContext): Found | undefined {
  const { statement, surroundings, session } = context;
  if (statement.kind !== 'create-table') return undefined;
  const { base } = drift;
  const related =
    base.location === undefined ? [] : [{ at: base.location, message: `\`${base.name}\` is declared here` }];
  const own = statement.name?.span ?? statement.span;
  switch (drift.kind) {
    case 'type': {
      const { column, other } = drift;
      const at = statement.columns.find(({ name }) => name.name === column.name)?.type.span ?? own;
      const message = `\`${column.name}\` is \`${printType(column.type)}\` here and \`${printType(other.type)}\` in \`${base.name}\`, of which this is a copy.`;
      return { finding: finding('warning', at, message, related), fixes: () => [] };
    }
    case 'key': {
      const key = [...copy.partitionKey, ...copy.clustering].map(({ name }) => name);
      const missing = listNames(drift.missing.map(({ name }) => name));
      const message =
        `Rows of \`${base.name}\` with the same ${listNames(key)} overwrite each other here: the key leaves out ${missing}. ` +
        `\`-- @unique ${key.join(', ')}\` says that there are none.`;
      const severity = drift.oneEach ? 'hint' : 'warning';
      return { finding: finding(severity, statement.primaryKeys[0]?.span ?? own, message, related), fixes: () => [] };
    }
    case 'time-to-live': {
      const at = statement.options.find(({ name }) => name === 'default_time_to_live')?.span ?? own;
      const lives = (seconds: number): string =>
        seconds === 0 ? 'never end' : `end after ${seconds.toLocaleString('en-US')} s`;
      const message = `Rows ${lives(drift.own)} here and ${lives(drift.other)} in \`${base.name}\`, of which this is a copy.`;
      return { finding: finding('warning', at, message, related), fixes: () => [] };
    }
    case 'columns': {
      const message = `\`${base.name}\`, of which this is a copy, has got ${listNames(drift.missing.map(({ name }) => name))} since.`;
      return {
        finding: finding('hint', own, message, related),
        fixes: () => {
          const edits = widenedCopy(copy, base, drift.missing, session, surroundings);
          return edits === undefined
            ? []
            : [
                {
                  id: 'widen',
                  title: `Add ${listNames(drift.missing.map(({ name }) => name))} to \`${copy.name}\``,
                  kind: 'quickfix',
                  safe: false,
                  preferred: true,
                  edits: () => edits,
                },
              ];
        },
      };
    }
  }
}
