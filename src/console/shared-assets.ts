import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Tables } from '../database/tables.ts';
import { findAsset, forgetAssets, placeAssets, seeAssets } from './console-assets-store.ts';
import { assetOf, type ConsoleAsset, type ConsoleFiles } from './console-files.ts';

interface SharedAssetsParts {
  readonly database: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly console: Pick<ConsoleFiles, 'assets'>;
}

const dayMs = 24 * 3_600_000;
const keptMs = 30 * dayMs;

/**
 * Puts the files that pages of this version load where servers of other versions find them: a balancer may lead the
 * page to one and what it loads to another. All that are missing come in one blob.
 */
export async function shareAssets(
  { database, blobs, console: { assets } }: SharedAssetsParts,
  now: number,
): Promise<void> {
  const known = await seeAssets(database, [...assets.keys()], now);
  const missing = [...assets].filter(([name]) => !known.has(name));
  if (missing.length === 0) return;
  const { id: blob } = await blobs.put(Buffer.concat(missing.map(([, { bytes }]) => bytes)));
  let start = 0;
  const rows = missing.map(([name, { bytes }]) => {
    const row = { name, blob, start, length: bytes.length, seen_at: now };
    start += bytes.length;
    return row;
  });
  await placeAssets(database, rows);
}

/** A file that pages of another version load. */
export async function findSharedAsset(
  { database, blobs }: Pick<SharedAssetsParts, 'database' | 'blobs'>,
  name: string,
  now: number,
): Promise<ConsoleAsset | undefined> {
  const found = await findAsset(database, name);
  if (found === undefined) return undefined;
  if (now - found.seen_at > dayMs) await seeAssets(database, [name], now);
  if (found.length === 0) return assetOf(name, Buffer.alloc(0));
  const { blob, start, length } = found;
  return assetOf(name, await buffer(await blobs.read(blob, { start, end: start + length - 1 })));
}

/** Keeps the files of this version, and forgets those that no server and no page has had for a month. */
export async function keepAssets(parts: SharedAssetsParts, now: number): Promise<void> {
  await shareAssets(parts, now);
  await forgetAssets(parts.database, now - keptMs);
}
