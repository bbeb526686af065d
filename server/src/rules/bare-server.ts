import type { Session } from '../analysis/judging/verdict-model.ts';
import type { Segment } from '../syntax/segment.ts';
import { serverName } from '../text/release.ts';
import type { BareRefusal, Finding, Rule } from './rule.ts';

/** What the files may say on some servers, and not on one as released that was given nothing but them, from the first to the last. */
export const bareServer: Rule = {
  code: 'bare-server',
  summary: 'A server as released, given nothing but these files, refuses the statement.',
  severities: ['information', 'hint'],
  profile: 'recommended',
  tags: ['server'],
  isOfCassandra: true,
  check({ bareRefusal, session }) {
    const found = bareRefusal();
    if (found === undefined) return [];
    const { refusal, because } = found;
    const isCertain = because === 'above' && refusal.check !== 'no-keyspace';
    const server =
      because === 'unfilled' ? '' : ` ${because === 'guessed' ? 'Cassandra' : 'The server'} says: ${refusal.message}`;
    return [
      {
        code: 'bare-server',
        severity: isCertain ? 'information' : 'hint',
        span: refusal.spans[0],
        message: `${reasonOf(found, session)}${server}`,
        related: [],
      },
    ];
  },
};

/** Of a text that is no statement before places in it are filled, and may be one then. */
export const unfilledText = ({ errors: [first] }: Segment): readonly Finding[] =>
  first === undefined
    ? []
    : [{ code: 'bare-server', severity: 'hint', span: first.span, message: UNFILLED, related: [] }];

const UNFILLED = 'No server reads this before a value takes the place of what stands here.';

function reasonOf({ refusal, because }: BareRefusal, session: Session): string {
  switch (because) {
    case 'unfilled':
      return UNFILLED;
    case 'above':
      return refusal.check === 'no-keyspace'
        ? 'Nothing above says which keyspace is meant: whoever runs this has to, as by `cqlsh -k`.'
        : 'This is refused with a statement above, on which it rests.';
    case 'guessed':
      return `Cassandra refuses this; it is judged for ${serverName(session)}, whose these files look to be.`;
    case 'as released':
      return 'A server as released refuses this; one that its owner has set up otherwise may take it.';
  }
}
