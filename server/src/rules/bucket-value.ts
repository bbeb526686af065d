import { type Misplaced, misplacedValues } from '../modeling/evidence/misplaced-values.ts';
import { stepText } from '../modeling/evidence/time-units.ts';
import type { Statement } from '../syntax/ast.ts';
import { readsAndWritesIn } from './named-tables.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'bucket-value';

/** A constant of a declared bucket under which no row stands, or not the row that is meant. */
export const bucketValue: Rule = {
  code: CODE,
  summary: 'A constant is no value of its bucket, or not that of the time beside it.',
  severities: ['warning'],
  profile: 'quiet',
  tags: ['data'],
  check: (context) => misplacedIn(context).map((one) => findingOf(one, context)),
  fixes(context, { span }) {
    const { uri, segment } = context;
    const found = misplacedIn(context).find(({ misplaced }) => misplaced.span.start === span.start)?.misplaced;
    const text = found === undefined ? undefined : correctionOf(found);
    return text === undefined
      ? []
      : [
          {
            id: 'bucket',
            title: `Change to \`${text}\``,
            kind: 'quickfix',
            safe: false,
            preferred: true,
            edits: () => [{ at: { uri, segment, span }, text }],
          },
        ];
  },
};

interface Found {
  readonly misplaced: Misplaced;
  readonly kind: Statement['kind'];
}

function misplacedIn(context: RuleContext): readonly Found[] {
  if (context.verdict.kind === 'refused') return [];
  return readsAndWritesIn(context).flatMap(({ statement, table }) =>
    misplacedValues(statement, table, context.uri, context.surroundings).map((misplaced) => ({
      misplaced,
      kind: statement.kind,
    })),
  );
}

/** A longer list is better bound by the client. */
const MOST_LISTED = 64;

function correctionOf(misplaced: Misplaced): string | undefined {
  if (misplaced.kind === 'none' || misplaced.kind === 'another') return misplaced.right;
  if (misplaced.kind !== 'left-out' || misplaced.bucket.count > MOST_LISTED) return undefined;
  const { count } = misplaced.bucket;
  return `(${Array.from({ length: count }, (_, number) => number).join(', ')})`;
}

function findingOf({ misplaced, kind }: Found, { uri, segment }: RuleContext): Finding {
  const writes = kind === 'insert' || kind === 'update';
  return {
    code: CODE,
    severity: 'warning',
    span: misplaced.span,
    message: messageOf(misplaced, segment.text.slice(misplaced.span.start, misplaced.span.end), writes),
    related:
      misplaced.kind === 'another' ? [{ at: { uri, segment, span: misplaced.time }, message: 'The time is here' }] : [],
  };
}

function messageOf(misplaced: Misplaced, written: string, writes: boolean): string {
  const { bucket } = misplaced;
  const { name } = bucket.column;
  const source = bucket.sources.map((column) => column.name).join(', ');
  switch (misplaced.kind) {
    case 'none': {
      const unit = stepText(misplaced.bucket.step);
      const effect = writes ? 'who asks for that one does not find this row' : 'no row has this one';
      return (
        `\`${name}\` is the first instant of the ${unit} of \`${source}\` (\`@bucket\`), and ${written} is that of none: ` +
        `it lies in ${misplaced.right}, and ${effect}.`
      );
    }
    case 'another': {
      const effect = writes ? 'who asks for its time does not find this row' : 'no row has both';
      return (
        `The \`${source}\` of this ${writes ? 'row' : 'statement'} lies in the \`${name}\` ${misplaced.right}, not in ` +
        `${written} (\`@bucket\`): ${effect}.`
      );
    }
    case 'no-date': {
      const effect = writes ? 'who asks for the one of its time does not find this row' : 'no row has it';
      return `\`${name}\` is the ${stepText(misplaced.bucket.step)} of \`${source}\`, written as \`${misplaced.format}\` (\`@bucket\`); ${written} is none, and ${effect}.`;
    }
    case 'no-hash': {
      const effect = writes ? 'who asks for all of them does not find this row' : 'no row has it';
      return `\`${name}\` is a hash from 0 to ${misplaced.bucket.count - 1} (\`@bucket\`); ${misplaced.value} is none of them, and ${effect}.`;
    }
    case 'left-out':
      return (
        `\`${name}\` is a hash from 0 to ${misplaced.bucket.count - 1} (\`@bucket\`), and rows lie under all of them: ` +
        `those under ${listed(misplaced.missing)} are left out.`
      );
  }
}

const listed = (numbers: readonly number[]): string =>
  numbers.length > 6
    ? `${numbers.slice(0, 5).join(', ')} and ${numbers.length - 5} more`
    : numbers.length === 1
      ? String(numbers[0])
      : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
