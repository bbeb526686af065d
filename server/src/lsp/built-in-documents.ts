import { builtInText, placeIn, type BuiltIn } from '../service/built-in-text.ts';
import { openDocument } from '../syntax/index.ts';
import { RELEASES, type CassandraRelease } from '../text/release.ts';
import { BUILT_IN_SCHEME } from './built-in-scheme.ts';
import { type ClientLocation, rangeOf, type Desk } from './desk.ts';

/** The text of such a document. */
export function builtInDocument(uri: string): string | undefined {
  if (!uri.startsWith(`${BUILT_IN_SCHEME}:`)) return undefined;
  const [, version, keyspace = ''] =
    /^:\/cassandra-([\d.]+)\/(\w+)\.cql$/.exec(uri.slice(BUILT_IN_SCHEME.length)) ?? [];
  const release = RELEASES.find((one) => one === version);
  return release && builtInText(release, keyspace);
}

/** Where something stands in such a document; `undefined` where its release has no such thing. */
export function builtInLocation(desk: Desk, release: CassandraRelease, builtIn: BuiltIn): ClientLocation | undefined {
  const text = builtInText(release, builtIn.keyspace);
  if (text === undefined) return undefined;
  const { start, end } = placeIn(text, builtIn);
  const uri = `${BUILT_IN_SCHEME}:/cassandra-${release}/${builtIn.keyspace}.cql`;
  return { uri, range: rangeOf(desk, openDocument(text), start, end) };
}
