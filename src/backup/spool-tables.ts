import { join } from 'node:path';
import { faultOf } from '../blobs/blob-fault.ts';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import type { Context } from '../context.ts';
import { type DumpedRows, dumpTables } from '../database/dump.ts';
import { schemaOf } from '../database/migrate.ts';
import { type TableName, tables as tableList } from '../database/table-list.ts';
import { ApiError } from '../errors.ts';
import { collectBlobs } from './collect-blobs.ts';
import { holdRows, holdTogether } from './held-rows.ts';
import type { TableEntry } from './manifest.ts';
import { isRestored } from './restore-rows.ts';
import { type RowsWriter, writeRows } from './rows-file.ts';

/**
 * All rows of one moment in files of their own, the secret, and the blobs that rows refer to with their sizes; undefined
 * of those that are missing.
 */
export interface SpooledInstallation {
  readonly schemaVersion: string;
  readonly tables: readonly (TableEntry & { readonly path: string })[];
  readonly secret: string;
  readonly blobs: ReadonlyMap<BlobId, number | undefined>;
  /** Why a restore would refuse the rows, if it would. */
  readonly refusal: string | undefined;
}

/** Rows go to the disk first, so that the database is not held for as long as a slow client reads. */
export async function spoolInstallation(context: Context, folder: string): Promise<SpooledInstallation> {
  const tables: (TableEntry & { path: string })[] = [];
  const blobs = new Set<BlobId>();
  let refusal: string | undefined;
  let open: { table: TableName; path: string; writer: RowsWriter } | undefined;
  const finish = async (): Promise<void> => {
    if (open !== undefined) tables.push({ table: open.table, path: open.path, ...(await open.writer.end()) });
    open = undefined;
  };
  for await (const { table, rows } of dumpTables(context.database)) {
    if (open?.table !== table) {
      await finish();
      const path = join(folder, table);
      open = { table, path, writer: await writeRows(path) };
    }
    await open.writer.add(rows);
    collectBlobs(table, rows, blobs);
    refusal ??= await refusalBy(() => holdRestored({ table, rows }));
  }
  await finish();
  refusal ??= await refusalBy(() => holdTogether(context.database));
  const [secret] = context.secret.texts();
  const schemaVersion = await schemaOf(context.database);
  return { schemaVersion, tables, secret, blobs: await sizesOf(context.blobs, blobs), refusal };
}

/** Holds rows to what a restore of them would. @throws ApiError */
async function holdRestored({ table, rows }: DumpedRows): Promise<void> {
  if (tableList[table].backup === 'not restored') return;
  await holdRows({ table, rows: rows.filter((row) => isRestored(table, row)) });
}

/** What a restore would say of the first rows that it refuses. */
async function refusalBy(hold: () => Promise<void>): Promise<string | undefined> {
  try {
    await hold();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

async function sizesOf(store: BlobStore, ids: Iterable<BlobId>): Promise<Map<BlobId, number | undefined>> {
  const sizes = new Map<BlobId, number | undefined>();
  for (const id of ids) sizes.set(id, await sizeOf(store, id));
  return sizes;
}

const sizeOf = (store: BlobStore, id: BlobId): Promise<number | undefined> =>
  store.sizeOf(id).catch((error) => {
    if (faultOf(error) === undefined) throw error;
    return undefined;
  });
