import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { differingKeys } from '../variables/persistent-map.ts';
import { printCollection, printVariable } from '../variables/print-local-variables.ts';
import type { VariablesState } from '../variables/state.ts';

type Printed = Readonly<Record<string, unknown>>;

/** Variables and collections by their ids, as answers show them, without lists of ids; null for what is not there. */
export interface PrintedMembers {
  readonly variables: Readonly<Record<string, Printed | null>>;
  readonly variableCollections: Readonly<Record<string, Printed | null>>;
}

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** These members of a state. */
export const printMembers = (
  {
    variables,
    collections,
  }: { readonly variables: Iterable<string>; readonly collections: Iterable<string> },
  state: VariablesState,
): PrintedMembers => ({
  variables: Object.fromEntries(
    Array.from(variables, (id) => {
      const variable = state.variables.get(id);
      return [id, variable === undefined ? null : printVariable(variable)];
    }),
  ),
  variableCollections: Object.fromEntries(
    Array.from(collections, (id) => {
      const collection = state.collections.get(id);
      return [id, collection === undefined ? null : withoutLists(printCollection(state, collection))];
    }),
  ),
});

const lists = new Set(['variableIds', 'inheritedVariableIds', 'localVariableIds']);

const withoutLists = (printed: object): Printed =>
  Object.fromEntries(Object.entries(printed).filter(([name]) => !lists.has(name)));

/**
 * Keeps what a change of variables changed as it was before, with the file's newest version, which the change made.
 * A file without content has none.
 */
export async function keepBefore(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  { before, after }: { readonly before: VariablesState; readonly after: VariablesState },
): Promise<void> {
  const newest = await transaction
    .selectFrom('versions')
    .select('ordinal')
    .where('file_key', '=', fileKey)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || before === after) return;
  const changed = printMembers(
    {
      variables: differingKeys(before.variables, after.variables),
      collections: differingKeys(before.collections, after.collections),
    },
    before,
  );
  const place = { file_key: fileKey, ordinal: newest.ordinal };
  const kept = await bodyAt(transaction, place);
  const body = await packed(kept === undefined ? changed : merged(await unpacked(kept), changed));
  await transaction
    .insertInto('variable_history')
    .values({ ...place, body })
    .onConflict((conflict) => conflict.columns(['file_key', 'ordinal']).doUpdateSet({ body }))
    .execute();
}

/** Of a version that a second change went on with: what was before the first one counts. */
const merged = (first: PrintedMembers, second: PrintedMembers): PrintedMembers => ({
  variables: { ...second.variables, ...first.variables },
  variableCollections: { ...second.variableCollections, ...first.variableCollections },
});

const packed = async (members: PrintedMembers): Promise<string> =>
  (await deflated(JSON.stringify(members), { level: 1 })).toString('base64');

const unpacked = async (body: string): Promise<PrintedMembers> =>
  JSON.parse((await inflated(Buffer.from(body, 'base64'))).toString());

async function bodyAt(
  database: Kysely<Tables>,
  place: { readonly file_key: FileKey; readonly ordinal: number },
): Promise<string | undefined> {
  const row = await database
    .selectFrom('variable_history')
    .select('body')
    .where('file_key', '=', place.file_key)
    .where('ordinal', '=', place.ordinal)
    .executeTakeFirst();
  return row?.body;
}

/** Rows that are read at once; each may hold thousands of variables. */
const rowsAtOnce = 20;

/** What was before the changes that made the versions behind one, the earliest first. */
export async function* changesBehind(
  database: Kysely<Tables>,
  fileKey: FileKey,
  ordinal: number,
): AsyncGenerator<{ readonly ordinal: number; readonly before: PrintedMembers }> {
  let last = ordinal;
  for (;;) {
    const rows = await database
      .selectFrom('variable_history')
      .select(['ordinal', 'body'])
      .where('file_key', '=', fileKey)
      .where('ordinal', '>', last)
      .orderBy('ordinal')
      .limit(rowsAtOnce)
      .execute();
    for (const row of rows) {
      last = row.ordinal;
      yield { ordinal: row.ordinal, before: await unpacked(row.body) };
    }
    if (rows.length < rowsAtOnce) return;
  }
}
