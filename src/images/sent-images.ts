import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Kysely } from 'kysely';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { StoreAway } from '../blobs/object-store.ts';
import { gather } from '../content/byte-body.ts';
import type { PackedImagesTable, Tables } from '../database/tables.ts';
import { placePacked } from './packed-images-store.ts';
import { type RenderOutcome, smallImageBytes } from './render-task.ts';
import type { RenderedFiles } from './rendered-files.ts';
import type { Outcomes } from './rendering-once.ts';

/** What became of a batch, on its way from the process that drew it: its images lie one after the other in one blob. */
export interface SentImages {
  readonly blob: BlobId | null;
  readonly images: readonly SentImage[];
  /** It did not reach the store, and so has no outcome; versions from before do not say so. */
  readonly isStoreAway?: boolean;
}

interface SentImage {
  readonly name: string;
  readonly outcome: RenderOutcome;
  /** Place of its bytes in the blob; it has as many as its outcome says. */
  readonly start: number;
}

interface Parts {
  readonly blobs: Pick<BlobStore, 'put' | 'localPath'>;
  readonly files: RenderedFiles;
}

interface SenderParts extends Parts {
  readonly database: Kysely<Tables>;
  readonly now: () => number;
}

/** The blob is a pack as well: other servers find its images there, and nobody stores them again. */
export async function sendImages(parts: SenderParts, outcomes: Outcomes): Promise<SentImages> {
  const { blobs, files, database, now } = parts;
  const pieces: Uint8Array[] = [];
  const images: SentImage[] = [];
  const places: Pick<PackedImagesTable, 'name' | 'start' | 'length'>[] = [];
  let start = 0;
  for (const [name, outcome] of outcomes) {
    const bytes = 'reason' in outcome ? undefined : await bytesOf(files, name);
    images.push({ name, outcome: bytes === undefined ? lost(outcome) : withoutBytes(outcome), start });
    if (bytes === undefined) continue;
    pieces.push(bytes);
    places.push({ name, start, length: bytes.length });
    start += bytes.length;
  }
  if (places.length === 0) return { blob: null, images };
  const { id: blob } = await blobs.put(Buffer.concat(pieces));
  await placePacked(
    database,
    places.map((place) => ({ ...place, blob, used_at: now() })),
  );
  return { blob, images };
}

/** Undefined where the image has made room for others meanwhile. */
async function bytesOf(files: RenderedFiles, name: string): Promise<Buffer | undefined> {
  const body = await files.read(name).catch(() => undefined);
  return body && gather(body).catch(() => undefined);
}

const lost = (outcome: RenderOutcome): RenderOutcome =>
  'reason' in outcome ? outcome : { reason: 'failed', detail: 'The image made room for others at once.' };

function withoutBytes(outcome: RenderOutcome): RenderOutcome {
  if ('reason' in outcome) return outcome;
  const { bytes: _, ...image } = outcome;
  return image;
}

/** Puts the images that another process has drawn where this one keeps its own. @throws StoreAway */
export async function receiveImages(
  { blobs, files }: Parts,
  { blob, images, isStoreAway }: SentImages,
): Promise<Outcomes> {
  if (isStoreAway === true) throw new StoreAway('The server that was to draw did not reach the store.');
  const outcomes = new Map(images.map(({ name, outcome }) => [name, outcome]));
  if (blob === null) return outcomes;
  const file = await open(await blobs.localPath(blob));
  try {
    for (const { name, outcome, start } of images) {
      if ('reason' in outcome) continue;
      const bytes = Buffer.alloc(outcome.sizeBytes);
      await file.read(bytes, 0, bytes.length, start);
      await keep(files, name, bytes);
    }
  } finally {
    await file.close();
  }
  return outcomes;
}

/** The image appears under its path whole or not at all; a small one needs none. */
async function keep(files: RenderedFiles, name: string, bytes: Buffer): Promise<void> {
  if (bytes.length <= smallImageBytes) return files.added(name, bytes.length, bytes, true);
  const path = files.pathOf(name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, bytes, { mode: 0o600 });
  await rename(part, path);
  files.added(name, bytes.length, undefined, true);
}
