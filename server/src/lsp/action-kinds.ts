import { CodeActionKind } from 'vscode-languageserver';

/** Kinds of actions of our own: what silences a finding stands apart, and what changes whole files is named by its reach. */
export const ACTION_KINDS = {
  ignore: 'ignore',
  fixFile: CodeActionKind.SourceFixAll,
  fixProject: 'source.fixProject',
  applyProposals: 'source.applyProposals',
} as const;
