export {
  databasesOf,
  databasesOfManifest,
  databasesWithAddresses,
  isTestPath,
  signsOfDatabases,
  type Databases,
  type Neighbourhood,
  type OwnDatabases,
} from './programs/evidence.ts';
export { startOf } from './programs/chains.ts';
export { extract, type Embedded, type Extraction } from './extract.ts';
export { HOST_NAMES, HOSTS, hostOf, type Host, type HostName } from './hosts/host.ts';
export { readHost, type EarlierReading, type HostReading } from './hosts/host-reading.ts';
export { joinedNames } from './programs/joined-names.ts';
export { foldersAround, folderOf } from './programs/origins.ts';
export { maskedProgram } from './masked-program.ts';
export type { Program } from './programs/program.ts';
export { mappedName, plainTableName, spokenNames } from './programs/spoken-names.ts';
export { sharesIn, type Shares } from './programs/receivers.ts';
export { sessionKeyspacesIn } from './programs/session-keyspaces.ts';
export { boundTexts, type BoundTexts } from './bound.ts';
export { batchedInLoops } from './batches.ts';
export { runBehindQueries, runsIn, type Run } from './runs.ts';
export { mayHoldStatements, saysItHoldsCql } from './readings/shape.ts';
export { newReader, type Reader } from './readings/reader.ts';
export { isWritten, literalEdit, programEdits, type SpanEdit } from './write.ts';
