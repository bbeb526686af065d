import { VECTOR_INDEX } from '../../catalog/builtin/dialect-options.ts';
import type { BuiltInOption } from '../../catalog/builtin/options.ts';
import type { CreateIndex, Option } from '../../syntax/ast.ts';
import type { Table } from '../../catalog/model.ts';
import { isCollection, isMultiCell } from '../../catalog/types.ts';
import type { Session } from '../judging/verdict-model.ts';
import { type Complaint, complaintAboutForm, entriesOf, type Form } from './option-values.ts';
import { complaintAboutOptions } from './scylla-options.ts';
import { tablesOf } from './tables.ts';

/** Why ScyllaDB refuses an index. */
export function complaintAboutIndex(statement: CreateIndex, session: Session): Complaint | undefined {
  const { custom, local, using, options, span } = statement;
  if (custom && using === undefined) return { says: 'CREATE CUSTOM INDEX names the class of the index: USING.', span };
  const [table] = tablesOf(statement, session);
  const kind = kindOf(statement, table);
  if (kind !== undefined) return secondOfColumn(statement, kind, table) ?? complaintAboutValues(kind, options);
  if (using !== undefined) return undefined;
  const complaint = complaintAboutOptions(options, 'index');
  if (complaint !== undefined) return complaint;
  const isWhole = local === undefined || table === undefined || isLocalIndex(statement, local, table);
  return isWhole ? undefined : { says: LOCAL, span };
}

/** Which of its own kinds an index is: a storage-attached one of a vector is made a `vector_index`. */
function kindOf({ using, targets }: CreateIndex, table: Table | undefined): 'vector' | 'fulltext' | undefined {
  const name = using?.value ?? '';
  const [, kind] = /^(vector|fulltext)_index$/i.exec(name) ?? [];
  if (kind !== undefined) return kind.toLowerCase() as 'vector' | 'fulltext';
  const isVector = targets.some(({ column }) => table?.columns.get(column.name)?.type.kind === 'vector');
  return isVector && STORAGE_ATTACHED.test(name) ? 'vector' : undefined;
}

/** A column has one index of vectors (create_index_statement.cc and test_vector_index.py at f4a4091, read 2026-11-28). */
function secondOfColumn(
  { targets: [target], ifNotExists, span }: CreateIndex,
  kind: 'vector' | 'fulltext',
  table: Table | undefined,
): Complaint | undefined {
  if (kind !== 'vector' || ifNotExists || target === undefined || target.column.template) return undefined;
  const { name, text } = target.column;
  const first = table?.indexes.find(({ targets }) => targets.some(({ column }) => column === name));
  if (first === undefined) return undefined;
  return {
    says: `The index \`${first.name}\` finds the nearest of \`${text}\` already: a column has one of its kind.`,
    span,
  };
}

const STORAGE_ATTACHED = /^(?:sai|storageattachedindex|org\.apache\.cassandra\.index\.sai\.StorageAttachedIndex)$/i;

const LOCAL =
  'A local index of ScyllaDB names the whole partition key in its parentheses, in its order, and behind it one column outside of the partition key that is neither static nor a collection.';

/** Whether an index of each partition by itself is one (create_index_statement.cc, validate_for_local_index). */
function isLocalIndex(
  { targets }: CreateIndex,
  local: NonNullable<CreateIndex['local']>,
  { partitionKey, columns }: Table,
): boolean {
  const [target, ...more] = targets;
  if (target === undefined || more.length > 0) return false;
  if (local.some(({ template }) => template) || target.column.template) return true;
  const isKey = local.length === partitionKey.length && local.every(({ name }, at) => name === partitionKey[at]?.name);
  const column = columns.get(target.column.name);
  // What is not there is told as such.
  if (column === undefined) return true;
  return (
    isKey &&
    column.kind !== 'partition' &&
    column.kind !== 'static' &&
    !(isCollection(column.type) && isMultiCell(column.type))
  );
}

const YES_OR_NO: Form = { words: ['true', 'false'] };

const NUMBERS: Readonly<Record<string, Form>> = {
  maximum_node_connections: { whole: true, from: 1, to: 512 },
  construction_beam_width: { whole: true, from: 1, to: 4096 },
  search_beam_width: { whole: true, from: 1, to: 4096 },
  oversampling: { from: 1, to: 100 },
};

const formOf = ({ name, value, choices }: BuiltInOption): Form =>
  choices !== undefined ? { words: choices } : value === 'boolean' ? YES_OR_NO : (NUMBERS[name] ?? 'any');

/** What the options of its own kinds of indexes may be (index/ there). */
const VALUES: Readonly<Record<'vector' | 'fulltext', ReadonlyMap<string, Form>>> = {
  vector: new Map([
    ...VECTOR_INDEX.options.map((option) => [option.name, formOf(option)] as const),
    ['source_model', 'any'],
  ]),
  // Which analyzers there are grows.
  fulltext: new Map<string, Form>([
    ['analyzer', 'any'],
    ['positions', YES_OR_NO],
  ]),
};

function complaintAboutValues(kind: 'vector' | 'fulltext', options: readonly Option[]): Complaint | undefined {
  for (const { name, nameSpan, value } of options) {
    if (name !== 'options')
      return { says: `A \`${kind}_index\` has no view behind it, and takes OPTIONS alone.`, span: nameSpan };
    for (const { name: option, value: given, span } of entriesOf(value)) {
      const form = VALUES[kind].get(option.toLowerCase());
      if (form === undefined) return { says: `A \`${kind}_index\` has no option \`${option}\`.`, span };
      const complaint = complaintAboutForm(option, given, form, span);
      if (complaint !== undefined) return complaint;
    }
  }
  return undefined;
}
