import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import { sqliteFileName } from '../database/open-database.ts';
import { readIfThere, writeWhole } from '../database/private-file.ts';
import type { Tables } from '../database/tables.ts';
import { hasPeople } from './blob-rows-store.ts';
import type { BlobStore } from './blob-store.ts';
import { StoreUnusable } from './claim-objects.ts';
import { referencedBlobs } from './referenced-blobs-store.ts';

interface ClaimedFolder {
  /** The one that holds the blobs. */
  readonly folder: string;
  /** Id of the installation. */
  readonly installation: string;
}

/**
 * Notes in the folder whose the blobs are, as an object of the same name does in a bucket: upkeep for another
 * installation would take them for left over, and delete them.
 * @throws StoreUnusable where they are those of another one
 */
export async function claimFolder(
  claimed: ClaimedFolder & {
    readonly blobs: Pick<BlobStore, 'list'>;
    readonly database: Kysely<Tables>;
    readonly databaseUrl: string | undefined;
  },
): Promise<void> {
  const marked = await markedIds(claimed.folder);
  if (marked.includes(claimed.installation)) return;
  if (marked.length > 0 || !(await areKnown(claimed))) throw refusal(claimed);
  await admitToFolder(claimed);
}

/**
 * The same for one whose blobs are just being brought, which its database may not know yet.
 * @throws StoreUnusable
 */
export async function claimFolderToFill(claimed: ClaimedFolder): Promise<void> {
  const marked = await markedIds(claimed.folder);
  if (marked.length > 0 && !marked.includes(claimed.installation))
    throw new StoreUnusable(`${claimed.folder} holds designs of another installation; name an empty folder.`);
  await admitToFolder(claimed);
}

/** Notes that the installation of this id, too, may have the folder from now on. */
export async function admitToFolder({ folder, installation }: ClaimedFolder): Promise<void> {
  const marked = await markedIds(folder);
  if (!marked.includes(installation))
    await writeWhole(markPath(folder), `${[...marked, installation].join('\n')}\n`, 0o600);
}

const markPath = (folder: string): string => join(folder, 'installation');

/** @throws StoreUnusable for a pipe, which might be waited for, or anything else that is no file */
async function markedIds(folder: string): Promise<string[]> {
  const path = markPath(folder);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === false)
    throw new StoreUnusable(`${path} is no file, and the server needs one of that name: move it away.`);
  return (await readIfThere(path))?.split('\n').filter((id) => id !== '') ?? [];
}

/**
 * Whether blobs that nobody has marked, as versions before this one left them, are those of the database: it refers to
 * one of them, or lies beside them and had people who deleted all that they had.
 */
async function areKnown({
  blobs,
  database,
  databaseUrl,
}: Parameters<typeof claimFolder>[0]): Promise<boolean> {
  let referenced: Set<BlobId> | undefined;
  for await (const { id } of blobs.list()) {
    referenced ??= await referencedBlobs(database);
    if (referenced.has(id)) return true;
    if (referenced.size === 0) break;
  }
  return (
    referenced === undefined ||
    (referenced.size === 0 && databaseUrl === undefined && (await hasPeople(database)))
  );
}

function refusal({
  folder,
  databaseUrl,
}: {
  folder: string;
  databaseUrl: string | undefined;
}): StoreUnusable {
  const [database, right] =
    databaseUrl === undefined
      ? [
          `${sqliteFileName} beside it`,
          `put the ${sqliteFileName} of these designs back, name the PostgreSQL that knows them by DATABASE_URL,`,
        ]
      : ['the database of DATABASE_URL', 'correct DATABASE_URL,'];
  return new StoreUnusable(
    `${folder} holds designs of another installation than ${database}, which would delete them: ${right} or name another data folder by VITRINE_DATA. To begin anew here, or to restore a backup, move ${folder} away first.`,
  );
}
