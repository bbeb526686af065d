import type { Segment } from '../../syntax/segment.ts';

/**
 * The part of a migration that a comment before the segment begins: what it does (`-- migrate:up`, `-- +goose Up`, `-- @up`), or what
 * takes that back (`-- migrate:down`, `-- rollback`, `--//@UNDO`). Only a comment that says nothing else begins one.
 */
export function sectionOf({ text, begin, comments }: Segment): 'up' | 'down' | undefined {
  if (!MAY_BEGIN_ONE.test(text.slice(0, begin))) return undefined;
  return comments
    .filter(({ span }) => span.start < begin)
    .map((comment) => sectionIn(comment.text))
    .findLast((section) => section !== undefined);
}

function sectionIn(comment: string): 'up' | 'down' | undefined {
  const text = comment.trim();
  if (CREATE_ABOVE.test(text)) return 'down';
  const word = SECTION.exec(text)?.[1]?.toLowerCase();
  return word === undefined ? undefined : word.startsWith('up') || word === 'apply' ? 'up' : 'down';
}

const MAY_BEGIN_ONE = /\b(?:ups?|apply|upgrade|downs?|downgrade|undo|roll-?back|revert|drop below)\b/i;

const SECTION =
  /^[-=*#/@+!<[\s]*(?:(?:goose|migrate|micrate|dbmate|migration|cql)[\s:_-]*)?(ups?|apply|upgrade|downs?|downgrade|undo|roll-?back|revert)(?:[\s:_-]+(?:migrations?|scripts?|sections?|parts?|changes?))?(?:\s+transaction\s*:\s*\w+)?[-=*#/@+!>\]:;\s]*$/i;

/** Tern: `---- create above / drop below ----`. */
const CREATE_ABOVE = /^[-\s]*create above\s*\/\s*drop below[-\s]*$/i;
