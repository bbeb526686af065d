import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { askOnStandardInput } from './ask.ts';
import { stopNodesOnSignals } from './node.ts';
import { releaseOf, releases, type Release } from './releases.ts';
import { makeReady } from './setup.ts';

const { values } = parseArgs({
  options: {
    ask: { type: 'boolean', default: false },
    release: { type: 'string', default: 'all' },
    'cassandra-yaml': { type: 'string' },
    port: { type: 'string' },
  },
});

stopNodesOnSignals();
const asked = releasesOf(values.release);
if (makeReady(asked)) {
  if (values.ask) {
    await askOnStandardInput(asked, {
      ...(values.port !== undefined && { port: Number(values.port) }),
      ...(values['cassandra-yaml'] !== undefined && { yaml: readFileSync(values['cassandra-yaml'], 'utf8') }),
    });
  }
}

function releasesOf(names: string): readonly Release[] {
  if (names === 'all') return releases;
  return names.split(',').map((name) => {
    const release = releaseOf(name);
    if (release === undefined)
      throw new Error(`no release ${name}; there are ${releases.map((each) => each.name).join(', ')}`);
    return release;
  });
}
