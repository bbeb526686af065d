import { isMigration, type Location, type ProjectCatalog } from '../catalog/index.ts';

/**
 * The last schema statement of the migrations of which a statement is one, where it is in another file and names mean the same there.
 * Numbers alone do not make files migrations: their folder or the form of their names has to.
 */
export function newestMigration({ input, memory, keyspaceAt }: ProjectCatalog, at: Location): Location | undefined {
  const own = input.files.find(({ uri }) => uri === at.uri);
  if (own === undefined || !isMigration(own.chain) || !(FOLDER.test(own.chain) || NAME.test(own.uri))) return undefined;
  for (const { uri, segments, chain, contributes } of input.files.toReversed()) {
    if (uri === own.uri) return undefined;
    if (chain !== own.chain || !contributes) continue;
    const last = memory.units.files.get(uri)?.unit.steps.findLast((step) => step.uri === uri && !step.undo);
    if (last === undefined) continue;
    const segment = segments.indexOf(last.segment);
    const keyspace = keyspaceAt({ uri: at.uri, segment: own.segments.indexOf(at.segment) });
    if (segment < 0 || keyspaceAt({ uri, segment }) !== keyspace) return undefined;
    return { uri, segment: last.segment, span: last.segment.statement()?.span ?? at.span };
  }
  return undefined;
}

const FOLDER = /migrat/i;
const NAME = /(?:^|\/)(?:V\d[\w.]*__[^/]*|\d{8,}[^/]*|[^/]*\.up\.\w+)$/i;
