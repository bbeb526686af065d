export {
  databasesOf,
  databasesOfManifest,
  databasesWithAddresses,
  isTestPath,
  signsOfDatabases,
  type Databases,
  type Neighbourhood,
  type OwnDatabases,
} from './evidence.ts';
export { startOf } from './chains.ts';
export { extract, type Embedded, type Extraction } from './extract.ts';
export { HOST_NAMES, HOSTS, hostOf, type Host, type HostName } from './host.ts';
export { readHost, type EarlierReading, type HostReading } from './host-reading.ts';
export { joinedNames } from './joined-names.ts';
export { maskedProgram } from './masked-program.ts';
export type { Program } from './program.ts';
export { mappedName, plainTableName, spokenNames } from './spoken-names.ts';
export { sessionKeyspacesIn } from './session-keyspaces.ts';
export { loopedQueries, runsIn, type Run } from './runs.ts';
export { mayHoldStatements } from './shape.ts';
export { newReader, type Reader } from './reader.ts';
export { isWritten, literalEdit, programEdits, type SpanEdit } from './write.ts';
