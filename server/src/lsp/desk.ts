import type { Range, WorkspaceEdit } from 'vscode-languageserver';
import type { Location } from '../catalog/index.ts';
import type { EDITOR_SETTINGS, EditorChoice } from '../config/settings.ts';
import type { Layouts } from '../format/format.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { Client } from './client.ts';
import type { Lulls } from './lulls.ts';
import { type PlacesIn, rangeIn, type Positions } from './positions.ts';
import type { Projects } from './projects.ts';
import type { SettingsTexts } from './settings-texts.ts';
import type { ShownTokens } from './shown-tokens.ts';

/** What every answer of a session is made with: the projects, what the client can do, and how positions are counted with it. */
export interface Desk {
  readonly projects: Projects;
  readonly client: Client;
  readonly positions: Positions;
  readonly tokens: ShownTokens;
  readonly layouts: Layouts;
  readonly lulls: Lulls;
  readonly settingsTexts: SettingsTexts;
  /** Has the editor change files. */
  applyEdit(label: string, edit: WorkspaceEdit): void;
  /** What the editor's settings say now. */
  setting<Name extends keyof typeof EDITOR_SETTINGS>(name: Name): EditorChoice<Name>;
}

/** A place as the protocol writes it. */
export interface ClientLocation {
  readonly uri: string;
  readonly range: Range;
}

/** The range of two offsets. */
export const rangeOf = ({ positions }: Desk, document: PlacesIn, start: number, end: number): Range =>
  rangeIn(positions, document, start, end);

/** A range of a document of the project, as the protocol writes it. */
export const placeOf = (
  desk: Desk,
  uri: string,
  document: SyntaxDocument,
  start: number,
  end: number,
): ClientLocation => ({
  uri: desk.projects.clientUri(uri),
  range: rangeOf(desk, document, start, end),
});

/** Where a declaration stands; `undefined` where its text has changed meanwhile. */
export function locationOf(desk: Desk, { uri, segment, span }: Location): ClientLocation | undefined {
  const document = desk.projects.workspaceOf(uri)?.file(uri)?.document;
  const index = document?.indexOf(segment) ?? -1;
  if (document === undefined || index < 0) return undefined;
  const from = document.startOf(index);
  return placeOf(desk, uri, document, from + span.start, from + span.end);
}
