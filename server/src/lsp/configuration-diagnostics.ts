import { DiagnosticSeverity, type Connection, type Diagnostic } from 'vscode-languageserver';
import type { PlacedProblem } from '../config/configuration.ts';
import type { Projects } from './projects.ts';

/** What is wrong in configuration files, at its lines. */
export interface ConfigurationDiagnostics {
  /** Tells what is new since the last time. */
  send(): void;
}

export function configurationDiagnostics(connection: Connection, projects: Projects): ConfigurationDiagnostics {
  /** What was sent last, by file, as JSON. */
  const sent = new Map<string, string>();
  return {
    send() {
      const now = new Map<string, readonly Diagnostic[]>();
      for (const { configuration } of projects.folders()) {
        if (configuration !== undefined) now.set(configuration.uri, configuration.problems().map(diagnosticOf));
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
