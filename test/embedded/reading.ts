import {
  databasesWithAddresses,
  extract,
  hostOf,
  maskedProgram,
  newReader,
  readHost,
  type Extraction,
  type Neighbourhood,
} from '../../server/src/embedded/index.ts';

/** What is found in a program of a name. */
export function extractionOf(path: string, text: string, around: Partial<Neighbourhood> = {}): Extraction {
  const host = hostOf(path)!;
  return extract(
    {
      text,
      host,
      reading: readHost(text, host),
      path,
      databases: databasesWithAddresses(text, host),
      tests: false,
      annotations: new Set(['query', 'rate']),
      neighbourhood: {
        besideCassandra: false,
        besideOther: false,
        isJoined: () => false,
        isTable: () => false,
        declaresTables: () => false,
        session: () => undefined,
        databasesAt: () => undefined,
        ...around,
      },
    },
    newReader(),
  );
}

/** The statements in a program: white space as one blank, and behind those that are not known whole, how much is. */
export const statementsIn = (path: string, text: string, around: Partial<Neighbourhood> = {}): readonly string[] =>
  extractionOf(path, text, around)
    .statements.filter(({ draft }) => !draft)
    .map(({ text: cql, known }) => {
      const shown = cql
        .replaceAll(/\$\w+/g, '$')
        .replaceAll(/\s+/g, ' ')
        .replace(/ ?;\s*$/, '')
        .trim();
      return known === 'whole' ? shown : `${shown} [${known}]`;
    });

export const maskOf = (path: string, text: string): string => maskedProgram(text, extractionOf(path, text));
