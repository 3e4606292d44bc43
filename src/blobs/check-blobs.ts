import type { Kysely } from 'kysely';
import type { BlobId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { type BlobFault, faultOf } from './blob-fault.ts';
import { filesWithBlob, fontsWithBlob, type NamedFile } from './blob-owners-store.ts';
import { referencedBlobs } from './referenced-blobs-store.ts';
import { severalAtOnce } from './several-at-once.ts';
import type { StoredBlobs } from './stored-blobs.ts';

/** A blob that is not as it was stored, and what needs it. */
export interface BlobFinding {
  readonly blob: BlobId;
  readonly fault: BlobFault;
  readonly place: string;
  readonly files: readonly NamedFile[];
  readonly fonts: readonly string[];
}

export interface BlobCheck {
  readonly blobs: number;
  readonly sizeBytes: number;
  /** Blobs that nothing refers to: deleted files, changes that broke off. They go by themselves after a day. */
  readonly unused: number;
  readonly findings: readonly BlobFinding[];
}

const readAtOnce = 4;

/**
 * Reads every blob that there is or should be, and compares its bytes with its name. Nothing is changed but a note of
 * what was found changed.
 * @param begin hears how many there are; what it answers, of each that was read
 * @throws StoreAway
 */
export async function checkBlobs(
  database: Kysely<Tables>,
  stored: StoredBlobs,
  begin: (count: number) => () => void,
): Promise<BlobCheck> {
  const referenced = await referencedBlobs(database);
  const ids = new Set(referenced);
  for await (const { id } of stored.list()) ids.add(id);
  const advance = begin(ids.size);
  const findings: BlobFinding[] = [];
  let sizeBytes = 0;
  await severalAtOnce(ids, readAtOnce, async (id) => {
    const found = await readWhole(stored, id);
    if (typeof found === 'number') sizeBytes += found;
    else if (found === 'changed' || (await isWanted(database, stored, id)))
      findings.push(await findingOf(database, stored, id, found));
    if (found === 'changed') await stored.noteDamage?.(id);
    advance();
  });
  const unused = ids.size - referenced.size;
  return {
    blobs: ids.size,
    sizeBytes,
    unused,
    findings: findings.sort((a, b) => (a.blob < b.blob ? -1 : 1)),
  };
}

/** How many bytes there are, where they are the right ones. */
async function readWhole(stored: StoredBlobs, id: BlobId): Promise<number | BlobFault> {
  try {
    let sizeBytes = 0;
    for await (const chunk of stored.read(id)) sizeBytes += chunk.length;
    return sizeBytes;
  } catch (error) {
    const fault = faultOf(error);
    if (fault !== undefined) return fault;
    throw error;
  }
}

/** What a server deletes meanwhile is not missed. */
async function isWanted(database: Kysely<Tables>, stored: StoredBlobs, id: BlobId): Promise<boolean> {
  if ((await referencedBlobs(database)).has(id)) return true;
  return stored.sizeOf(id).then(
    () => true,
    () => false,
  );
}

async function findingOf(
  database: Kysely<Tables>,
  stored: StoredBlobs,
  blob: BlobId,
  fault: BlobFault,
): Promise<BlobFinding> {
  const [place, files, fonts] = await Promise.all([
    stored.placeOf(blob),
    filesWithBlob(database, blob),
    fontsWithBlob(database, blob),
  ]);
  return { blob, fault, place, files, fonts };
}
