import { readEditorSettings } from '../config/configuration.ts';
import { type Configuration, DEFAULT_CONFIGURATION } from '../config/settings.ts';
import { RULE_CODES } from '../rules/index.ts';

/** A configuration with the editor's settings on top: only those that say something. */
export const overridden = (configuration: Configuration, settings: unknown): Configuration =>
  readEditorSettings(settings, RULE_CODES, configuration).configuration;

/** What is wrong with the editor's settings, a line each. */
export const problemsOf = (settings: unknown): readonly string[] =>
  readEditorSettings(settings, RULE_CODES, DEFAULT_CONFIGURATION).problems.map(
    ({ key, message }) => `setting cqlAnalyzer.${key}: ${message}`,
  );

/** Whether two settings say the same about projects: editors send those that are not set in several ways. */
export const sameSettings = (one: unknown, other: unknown): boolean => meaningOf(one) === meaningOf(other);

function meaningOf(settings: unknown): string {
  const { said, problems } = readEditorSettings(settings, RULE_CODES, DEFAULT_CONFIGURATION);
  const entries = Object.entries(said).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([entries, problems], (_, value: unknown) => (value instanceof Map ? [...value] : value));
}
