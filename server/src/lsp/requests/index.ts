import type { RequestMethod } from '../capabilities.ts';
import type { RequestHandler } from '../request.ts';
import { codeAction, codeActionResolve } from './code-action.ts';
import { completion } from './completion.ts';
import { definition } from './definition.ts';
import { documentSymbol } from './document-symbol.ts';
import { formatting, onTypeFormatting, rangeFormatting } from './formatting.ts';
import { hover } from './hover.ts';

/** Who answers what; the protocol fits params and answers together. */
export const HANDLERS: Readonly<Record<RequestMethod, RequestHandler<never, unknown>>> = {
  'textDocument/hover': hover,
  'textDocument/definition': definition,
  'textDocument/documentSymbol': documentSymbol,
  'textDocument/completion': completion,
  'textDocument/codeAction': codeAction,
  'codeAction/resolve': codeActionResolve,
  'textDocument/formatting': formatting,
  'textDocument/rangeFormatting': rangeFormatting,
  'textDocument/onTypeFormatting': onTypeFormatting,
};
