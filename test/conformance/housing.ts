/**
 * A text with keyspaces to live in: one in use, and those that it names without making them. They are its own and stay, as
 * dropping one takes longer than all the rest.
 */
export function housed(
  script: readonly string[],
  index: number,
): { readonly before: readonly string[]; readonly text: readonly string[] } {
  const all = script.join('\n');
  const named = new Set(
    [...all.matchAll(/\b(?:from|into|update|table|exists|on|type|view|truncate)\s+([a-z]\w*)\./gi)].map(
      ([, name]) => name ?? '',
    ),
  );
  const missing = [...named].filter(
    (name) => !/^system/i.test(name) && !new RegExp(`(?:keyspace|schema|exists)\\s+"?${name}\\b(?!\\.)`, 'i').test(all),
  );
  const text = script.map((cql) =>
    missing.reduce(
      (changed, name) => changed.replaceAll(new RegExp(`\\b${name}\\.(?=[\\w"])`, 'g'), `${name}_${index}.`),
      cql,
    ),
  );
  const made = missing.map((name) => createKeyspace(`${name}_${index}`));
  return { before: [...made, ...scratch(`scratch_${index}`)], text: text.map(onThisCluster) };
}

/** Makes a keyspace and uses it. */
export function scratch(name: string): readonly string[] {
  return [createKeyspace(name), `USE ${name}`];
}

function createKeyspace(name: string): string {
  return `CREATE KEYSPACE ${name} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`;
}

/** A statement with the node's one datacenter in place of those of a text. */
function onThisCluster(cql: string): string {
  if (!/\bNetworkTopologyStrategy\b/.test(cql)) return cql;
  return cql
    .replace(
      /(\{[^}]*?)'(?!class'|replication_factor'|replication'|datacenter1')\w+'(\s*:\s*'?\d)/i,
      "$1'datacenter1'$2",
    )
    .replaceAll(/,\s*'(?!class'|replication_factor'|datacenter1')\w+'\s*:\s*'?\d+'?/g, '');
}
