import { isTestPath } from '../embedded/index.ts';
import type { Hint } from './written-for.ts';

/** What a program says of the server by the way in which it connects; `an address` where that may be any server's. */
export type Connecting = Hint | 'an address';

/** Amazon Keyspaces is reached by its own addresses, Astra DB by a bundle that it makes; whoever names addresses as well may connect to another server. */
export function connectingIn(path: string, text: string): Connecting | undefined {
  // Most programs hold none of the words, which is quickly seen.
  if (!PARTS.some((part) => text.includes(part)) || isTestPath(path)) return undefined;
  const endpoint = ENDPOINT.exec(text)?.[1];
  if (endpoint !== undefined) return { server: 'keyspaces', path, text: endpoint };
  if (ADDRESS.test(text)) return 'an address';
  const bundle = BUNDLE.exec(text)?.[1];
  return bundle === undefined ? undefined : { server: 'astra', path, text: bundle };
}

/** The hints of programs, where none of them connects in another way. */
export function hintsOfPrograms(all: Iterable<Connecting>): readonly Hint[] {
  const hints: Hint[] = [];
  for (const one of all) {
    if (one === 'an address') return [];
    hints.push(one);
  }
  return hints.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

const PARTS: readonly string[] = ['ontact', 'luster', 'undle'];

/** Of the drivers for Java, Python, Node, C#, Go and C. */
const BUNDLE =
  /\b(withCloudSecureConnect(?:ion)?Bundle|secure_?connect(?:ion)?_?bundle|NewClusterFromBundle|cass_cluster_set_cloud_secure_connection_bundle)\b/i;

/** Of Amazon Keyspaces in a region. */
export const ENDPOINT = /\b(cassandra(?:-fips)?\.[a-z]{2}(?:-[a-z]+)+-\d\.amazonaws\.com)/;

const ADDRESS =
  /\b(?:(?:with|add)?_?contact_?points?|NewCluster|cass_cluster_set_contact_points)\b|\bCluster\s*\(\s*[[)]|\bcontact-points\b/i;
