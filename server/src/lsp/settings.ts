import { readConfiguration, type Configuration } from '../config/configuration.ts';
import { RULE_CODES } from '../rules/index.ts';
import type { DiagnosticsScope } from './diagnostics.ts';

/** A configuration with the editor's settings on top: only those that say something else than the default. */
export function overridden(configuration: Configuration, settings: unknown): Configuration {
  const own = readConfiguration(withoutEmpty(settings), RULE_CODES).configuration;
  const plain: Configuration = readConfiguration({}, RULE_CODES).configuration;
  const set = Object.entries(own).filter(([key, value]) => value !== plain[key as keyof Configuration]);
  return { ...configuration, ...Object.fromEntries(set) };
}

/** What is wrong with the editor's settings, a line each. */
export const problemsOf = (settings: unknown): readonly string[] =>
  readConfiguration(withoutEmpty(settings), RULE_CODES).problems.map(
    ({ key, message }) => `setting cqlAnalyzer.${key}: ${message}`,
  );

/** Whether two settings say the same. */
export const sameSettings = (one: unknown, other: unknown): boolean =>
  JSON.stringify(withoutEmpty(one)) === JSON.stringify(withoutEmpty(other));

/** What `cqlAnalyzer.diagnostics.scope` says. */
export const scopeOf = (settings: unknown): DiagnosticsScope => {
  const diagnostics = isRecord(settings) ? settings['diagnostics'] : undefined;
  return isRecord(diagnostics) && diagnostics['scope'] === 'openFiles' ? 'openFiles' : 'workspace';
};

/** Editors send every setting, also those of the client and those left empty. */
function withoutEmpty(settings: unknown): unknown {
  if (!isRecord(settings)) return {};
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([key, value]) =>
        !EDITORS_OWN.includes(key) &&
        value !== '' &&
        value !== null &&
        !(Array.isArray(value) && value.length === 0) &&
        !(isRecord(value) && Object.keys(value).length === 0),
    ),
  );
}

/** Settings that are no part of a project's configuration. */
const EDITORS_OWN: readonly string[] = ['trace', 'diagnostics'];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
