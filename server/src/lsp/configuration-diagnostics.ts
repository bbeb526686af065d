import { DiagnosticSeverity, type Connection, type Diagnostic } from 'vscode-languageserver';
import { parseConfiguration, placedIn, type PlacedProblem } from '../config/configuration.ts';
import { RULE_CODES } from '../rules/index.ts';
import type { Desk } from './desk.ts';

/** What is wrong in configuration files, at its lines. */
export interface ConfigurationDiagnostics {
  /** Tells what is new since the last time. */
  send(): void;
}

export function configurationDiagnostics(
  connection: Connection,
  { projects, settingsTexts }: Pick<Desk, 'projects' | 'settingsTexts'>,
): ConfigurationDiagnostics {
  /** What was sent last, by file, as JSON. */
  const sent = new Map<string, string>();
  return {
    send() {
      const now = new Map<string, readonly Diagnostic[]>();
      // Of a text that is not saved only that is told which it tells itself.
      for (const [uri, { text }] of settingsTexts.all())
        now.set(uri, placedIn(text, parseConfiguration(text, RULE_CODES).problems).map(diagnosticOf));
      for (const { configuration } of projects.folders()) {
        if (configuration === undefined) continue;
        const { uri, text } = configuration;
        const isSaved = [undefined, text].includes(settingsTexts.of(uri)?.text);
        if (isSaved) now.set(uri, configuration.problems().map(diagnosticOf));
      }
      for (const uri of new Set([...sent.keys(), ...now.keys()])) {
        const diagnostics = now.get(uri) ?? [];
        const text = JSON.stringify(diagnostics);
        if (text === (sent.get(uri) ?? '[]')) continue;
        sent.set(uri, text);
        void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] });
      }
    },
  };
}

function diagnosticOf({ line, start, end, message, severity }: PlacedProblem): Diagnostic {
  return {
    range: { start: { line: line - 1, character: start }, end: { line: line - 1, character: end } },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source: 'cql-analyzer',
    message,
  };
}
