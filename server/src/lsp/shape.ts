import type { RequestMethod } from './capabilities.ts';

/** Whether a request says what it is about: which document, and where in it. */
export function isComplete(method: RequestMethod, params: unknown): boolean {
  if (!method.startsWith('textDocument/')) return true;
  const { textDocument, position, range, positions } = fieldsOf(params);
  if (typeof fieldsOf(textDocument)['uri'] !== 'string') return false;
  if (AT_POSITION.has(method)) return isPosition(position);
  if (method === 'textDocument/selectionRange') return Array.isArray(positions) && positions.every(isPosition);
  const { start, end } = fieldsOf(range);
  return !IN_RANGE.has(method) || (isPosition(start) && isPosition(end));
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function isPosition(value: unknown): boolean {
  const { line, character } = fieldsOf(value);
  return typeof line === 'number' && typeof character === 'number';
}

const AT_POSITION: ReadonlySet<RequestMethod> = new Set([
  'textDocument/hover',
  'textDocument/definition',
  'textDocument/declaration',
  'textDocument/typeDefinition',
  'textDocument/references',
  'textDocument/documentHighlight',
  'textDocument/prepareRename',
  'textDocument/rename',
  'textDocument/completion',
  'textDocument/signatureHelp',
  'textDocument/onTypeFormatting',
]);

const IN_RANGE: ReadonlySet<RequestMethod> = new Set([
  'textDocument/codeAction',
  'textDocument/inlayHint',
  'textDocument/rangeFormatting',
  'textDocument/semanticTokens/range',
]);
