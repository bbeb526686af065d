import type { CheckId } from './checks.ts';
import type { Catalog, Table } from '../../catalog/model.ts';
import type { Roles } from '../../catalog/roles.ts';
import type { Target } from '../../text/release.ts';
import type { Span } from '../../text/span.ts';

/** Kinds of refusal, as the native protocol's error codes tell them apart. */
export type RefusalKind = 'syntax' | 'invalid' | 'config' | 'already_exists' | 'unauthorized' | 'function' | 'server';

/** What Cassandra would answer to one statement. */
export type Verdict = Accepted | Refused | Undecided;

export interface Accepted {
  readonly kind: 'accepted';
  /** The client warnings that the server would send. */
  readonly warnings: readonly string[];
}

export interface Refused {
  readonly kind: 'refused';
  /** Stable kebab-case id of the check, such as `where-needs-filtering`; rules claim refusals by it. */
  readonly check: CheckId;
  readonly error: RefusalKind;
  /** The server's own sentence in the target release. */
  readonly message: string;
  /** The guilty text, most guilty first; relative to the segment. Never empty. */
  readonly spans: readonly [Span, ...Span[]];
  /** Names the message is about (columns, options), for wording and fixes. */
  readonly names: readonly string[];
}

/**
 * Nothing can be said: the schema is not known, a placeholder hides what decides, or the target is no Cassandra. `unless-searched`: DSE
 * refuses it where no search index answers.
 */
export interface Undecided {
  readonly kind: 'undecided';
  readonly why: 'unknown-schema' | 'placeholder' | 'broken' | 'dialect' | 'unless-searched' | 'not-cql';
}

/** What a verdict depends on beside the statement's own text. */
export interface Session {
  readonly catalog: Catalog;
  /** Of the last USE. */
  readonly keyspace: string | undefined;
  readonly target: Target;
  /**
   * The catalog is all there is, as on a real server: an unknown keyspace or table is refused.
   * Otherwise what is unknown gives `undecided`.
   */
  readonly complete: boolean;
  /** From cassandra.yaml: settings by name; `undefined` where none was given (features count as switched on). */
  readonly configuration: ReadonlyMap<string, unknown> | undefined;
  /** Hears of what the limits of cassandra.yaml warn of. */
  readonly warn?: (warning: string) => void;
  /**
   * The server is as it is released, but for its `configuration`: nobody can log in, and no class, memtable or role manager has been
   * added. Otherwise what the user may have added counts as there, and who acts as a superuser.
   */
  readonly stock?: boolean;
  /** All the roles of the cluster, where they are known. */
  readonly roles?: Roles | undefined;
  /**
   * Within a transaction: the tables of the rows that it has read, by the names that LET gave them, whose parts stand in place of
   * values. `undefined` where a table is not known.
   */
  readonly rows?: ReadonlyMap<string, Table | undefined>;
}
