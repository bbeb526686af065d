import { join } from 'node:path';
import { readText } from '../disk/read-text.ts';
import { printable } from '../text/printable.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { describePath } from '../service/hover.ts';
import { accessPath } from '../analysis/access-path.ts';
import { readsAndWritesIn } from '../rules/named-tables.ts';
import type { RuleContext } from '../rules/rule.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import { serverName } from '../text/release.ts';
import { RULES } from '../rules/index.ts';
import { Failure } from './failure.ts';
import { openInput } from './input.ts';
import type { ExitCode } from './command-line.ts';
import { isSet, PROJECT_OPTIONS, PROJECT_OPTIONS_HELP, readArguments } from './options.ts';

const HELP = `Prints the page of a rule, or how a statement finds its rows.

Usage: cql-analyzer explain RULE
       cql-analyzer explain [OPTIONS] 'SELECT …'

The statement is judged by the schema of the project in the working directory.

Options:
${PROJECT_OPTIONS_HELP}`;

/** `cql-analyzer explain`. */
export function runExplain(argv: readonly string[]): ExitCode {
  const args = readArguments('explain', argv, PROJECT_OPTIONS);
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [subject, ...more] = args.paths;
  if (subject === undefined) {
    throw new Failure(
      `explain: name a rule or a statement. The rules are ${RULES.map(({ code }) => code).join(', ')}.`,
    );
  }
  if (RULES.some(({ code }) => code === subject)) {
    // The pages are shipped beside the bundle.
    const page = readText(join(__dirname, 'rules', `${subject}.md`));
    if (page.kind === 'unreadable') throw new Failure(`the page of ${subject}: ${page.why}.`);
    process.stdout.write(`${page.text.trimEnd()}\n`);
    return 0;
  }
  const cql = [subject, ...more].join(' ');
  if (!/\s/.test(cql))
    throw new Failure(`There is no rule ${cql}; the rules are ${RULES.map(({ code }) => code).join(', ')}.`);
  const { project } = openInput({ ...args, paths: [] }, 'cql files');
  process.stdout.write(explained(project.workspace, cql));
  return 0;
}

function explained(workspace: Workspace, cql: string): string {
  const uri = 'untitled:explain.cql';
  workspace.set(uri, cql, { path: '~explain.cql', contributes: false });
  const findings = workspace.findings(uri);
  const segments = workspace.file(uri)!.document.segments;
  const lines = segments.flatMap((segment, index) => {
    if (segment.begin >= segment.end) return [];
    const context = workspace.contexts(uri, index)[0];
    const ways = context === undefined ? [] : waysOf(context);
    const said = findings
      .filter((located) => located.segment === index)
      .flatMap(({ finding, severity }) => [
        `${severity}: ${finding.message} [${finding.code}]`,
        ...(finding.server === undefined ? [] : [`Cassandra: ${finding.server.message}`]),
      ]);
    if (ways.length === 0 && said.length === 0) return [withoutRows(context), ''];
    return [...ways.flatMap((line) => [line, '']), ...said, ''];
  });
  return `${lines.map(printable).join('\n').trimEnd()}\n`;
}

/** How a read or write finds its rows; of a batch, how each of its writes does. */
function waysOf(context: RuleContext): readonly string[] {
  const { statement, path, session } = context;
  if (path !== undefined) return describePath(path);
  if (statement.kind !== 'batch') return [];
  return readsAndWritesIn(context).flatMap(({ statement: write, name, table }) => {
    const own = accessPath(write, table, session);
    return own === undefined ? [] : [`\`${name.name.text}\`: ${describePath(own).join(' ')}`];
  });
}

/** What remains to be said of a statement of which nothing is found, and whose rows, if it has any, are not known. */
function withoutRows(context: RuleContext | undefined): string {
  if (context?.verdict.kind === 'accepted') return `${serverName(context.session)} takes it. It looks for no rows.`;
  return context !== undefined && tableNamesOf(context.statement).length > 0
    ? 'Its table is not in the schema at hand, so nothing can be said.'
    : 'Nothing in the schema at hand says more of it.';
}
