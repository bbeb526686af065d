import type { Column, CqlType, Table } from '../catalog/model.ts';
import { isMultiCell, isNative } from '../catalog/types.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { isNamedAsBucket } from '../modeling/evidence/buckets.ts';
import { timeEvidence } from '../modeling/evidence/time-columns.ts';
import { knownUsesOf, type Surroundings, type Use } from '../modeling/evidence/surroundings.ts';
import { ttlOf } from '../modeling/evidence/ttl.ts';
import { createdTable, typeOf } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'growing-collection';

/** A collection to which something is added each time something happens. */
export const growingCollection: Rule = {
  code: CODE,
  summary: 'A collection that grows with what happens: it is read as a whole, and a row of a table is not.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    const { items, bounded } = declaredOf(table, context.surroundings);
    return [...table.columns.values()].flatMap((column) => {
      if (!isMultiCell(column.type) || column.type.kind === 'user' || items.has(column.name)) return [];
      const byTime = isByTime(column.type);
      if (bounded !== undefined || !(byTime || GROWING.test(column.name)) || isOfOneTime(table)) return [];
      if (!byTime && isOfKinds(column, table, context.surroundings)) return [];
      const addition = additionTo(column, table, context.surroundings);
      return [
        {
          code: CODE,
          severity: 'hint',
          ...(addition === undefined &&
            !ENDLESS.test(column.name) &&
            !(byTime && GROWING.test(column.name)) && { profile: 'strict' }),
          span: typeOf(create, column.name),
          message:
            `\`${column.name}\` of \`${table.name}\` grows${addition !== undefined ? '' : byTime ? ', by its type,' : ', by its name,'} with what happens, and Cassandra reads a collection as a whole. ` +
            `Where there may be more than some dozens, a row each in a table of their own is read by the page. \`-- @items ${column.name} max=…\` says how many there are.`,
          related: addition === undefined ? [] : [{ at: addition.at, message: 'Added to here' }],
        },
      ];
    });
  },
};

/** Its elements are told apart by when they happened, or begin with it, and time goes on. */
const isByTime = (type: CqlType): boolean => {
  const key = type.kind === 'map' ? type.key : type.kind === 'set' || type.kind === 'list' ? type.element : undefined;
  const first = key?.kind === 'tuple' ? key.items[0] : key;
  return first !== undefined && (isNative(first, 'timestamp') || isNative(first, 'timeuuid'));
};

/** What happens in one month is added to its row only. */
const isOfOneTime = ({ partitionKey, clustering }: Table): boolean =>
  [...partitionKey, ...clustering].some((column) => isNamedAsBucket(column) || timeEvidence(column) !== undefined);

function additionTo({ name }: Column, table: Table, surroundings: Surroundings): Use | undefined {
  if (ttlOf(table) !== undefined) return undefined;
  return knownUsesOf(surroundings, table).find(
    ({ statement }) =>
      statement.kind === 'update' &&
      statement.using?.ttl === undefined &&
      statement.assignments.some(
        (assignment) =>
          (assignment.kind === 'add' || assignment.kind === 'prepend' || assignment.kind === 'set-element') &&
          assignment.column.name === name,
      ),
  );
}

/** The kinds of what happens that somebody asked for, of which there are few: `events set<text>` of a webhook. */
function isOfKinds(column: Column, table: Table, surroundings: Surroundings): boolean {
  if (column.type.kind !== 'set' && column.type.kind !== 'list') return false;
  if (!isNative(column.type.element, 'text') || !OF_KINDS.test(column.name)) return false;
  return (
    CHOSEN.test(column.name) ||
    LISTENER.test(table.name) ||
    [...table.columns.keys()].some((name) => LISTENS_AT.test(name)) ||
    isWrittenOut(column, surroundings, table)
  );
}

const OF_KINDS = /(?:^|_)(?:events|notifications|alerts|alarms|logs?|messages|changes|eventos|ereignisse)$/i;

const CHOSEN =
  /^(?:\w+_)?(?:subscribed|enabled|disabled|allowed|denied|supported|accepted|muted|wanted|handled|selected|chosen|ignored|watched|on)_/i;

const LISTENER =
  /(?:^|_)(?:subscriptions?|subscribers?|web_?hooks?|hooks?|listeners?|callbacks?|integrations?|consumers?|triggers?|filters?|preferences?|settings?|configs?|configurations?|rules?|polic(?:y|ies)|channels?|plugins?|suscripciones|assinaturas|abonnements?)(?:_by_\w+)?$/i;

const LISTENS_AT = /^(?:\w+_)?(?:callback|web_?hook|target|endpoint|delivery|notify)(?:_?(?:url|uri))?$/i;

/** What somebody writes into a statement is a word of the program: `events = events + {'paid'}`. */
function isWrittenOut({ name }: Column, surroundings: Surroundings, table: Table): boolean {
  const added = knownUsesOf(surroundings, table).flatMap(({ statement }) =>
    statement.kind === 'update'
      ? statement.assignments.flatMap((assignment) =>
          (assignment.kind === 'add' || assignment.kind === 'prepend') && assignment.column.name === name
            ? [assignment.value]
            : [],
        )
      : [],
  );
  return (
    added.length > 0 &&
    added.every(
      (value) =>
        (value.kind === 'set' || value.kind === 'list') &&
        value.items.every((item) => item.kind === 'literal' && KIND.test(item.value)),
    )
  );
}

/** `order.paid`, `ORDER_PAID`. */
const KIND = /^\w+(?:[.:/-]\w+)*$/;

/** What people do, or what happens; tags, roles and addresses are few. */
const GROWING =
  /(?:^|_)(?:followers?|following|followees|subscribers|members|participants|attendees|viewers|watchers|visitors|readers|fans|likers|backers|donors|buyers|bidders|guests|likes|liked_by|votes|voters|comments|commenters|replies|answers|messages|mails|posts|tweets|photos|reviews|reviewers|ratings|scores|orders|purchases|invoices|bids|transactions|transfers|payments|donations|events|alarms|alerts|incidents|logs?|journal|timeline|log_entries|entries|logins|attempts|history|changes|edits|revisions|readings|samples|measurements|visits|checkins|clicks|searches|sessions|trips|rides|scans|calls|notifications|songs|tracks|plays|downloads|uploads|friends|nachrichten|kommentare|beitraege|bewertungen|bestellungen|buchungen|zahlungen|ereignisse|besuche|abonnenten|anrufe|seguidores|mensagens|mensajes|comentarios|curtidas|avaliacoes|pedidos|compras|pagamentos|eventos|acessos)$|(?:^|_)(?:follower|subscriber|member|participant|like|vote|comment|reply|message|post|photo|review|order|purchase|invoice|bid|transaction|payment|event|reading|visit|session|trip|notification|friend)_?(?:ids|uuids|keys|list|log|history)$/i;

/** What comes from whoever likes to, or whenever something happens, whether a statement adds it or a client does. */
const ENDLESS =
  /^(?:comments|followers|likes|liked_by|votes|messages|events|history|logs?|log_entries|visits|clicks|readings|measurements|transactions|notifications|activities|logins|seguidores|comentarios|mensajes|mensagens|nachrichten|kommentare)$/i;
