import { relativePath } from '../relative-path.ts';
import type { Draft } from './entry.ts';
import type { Place } from './place.ts';

/** Whether the name of a file stands there, which cqlsh runs. */
export const isBehindSource = ({ tokens }: Place): boolean => tokens.count === 1 && tokens.name(0) === 'source';

/** The other files of the project, the nearest first. */
export function sourceFilesAt({ subject }: Place): readonly Draft[] {
  const here = subject.uri;
  const scheme = here.slice(0, here.indexOf(':') + 1);
  return subject.project.input.files
    .filter(({ uri }) => uri !== here && uri.startsWith(scheme) && /\.cql$/i.test(uri))
    .map(({ uri }) => relativePath(here, uri))
    .toSorted((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .map((path): Draft => ({ label: path, kind: 'value', detail: 'file', text: path.replaceAll("'", "''") }));
}
