import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { slices } from './blob-id.ts';
import { type BlobId, BlobNotFound, type BlobStore } from './blob-store.ts';

export interface MemoryBlobStore extends BlobStore {
  /** Removes the files that `localPath` had to make. */
  close(): Promise<void>;
}

interface Memory {
  readonly now: () => number;
  readonly blobs: Map<BlobId, { bytes: Buffer; storedAt: number }>;
  /** Made at the first `localPath`. */
  folder: Promise<string> | undefined;
}

/** Blobs that end with the process, for tests. The `end` of a range is the last byte read. */
export function memoryBlobStore(now: () => number = () => 0): MemoryBlobStore {
  const memory: Memory = { now, blobs: new Map(), folder: undefined };
  return {
    put: async (bytes) => keep(memory, await gather(bytes)),
    adopt: async (path) => {
      const stored = keep(memory, await readFile(path));
      await unlink(path);
      return stored;
    },
    localPath: (id) => localPath(memory, id),
    read: async (id, range) => Readable.from(part(found(memory, id), range), { objectMode: false }),
    has: async (id) => memory.blobs.has(id),
    delete: async (id) => {
      memory.blobs.delete(id);
    },
    async *list() {
      for (const [id, { storedAt }] of memory.blobs) yield { id, storedAt };
    },
    close: async () => {
      if (memory.folder) await rm(await memory.folder, { recursive: true, force: true });
      memory.folder = undefined;
    },
  };
}

/** A copy, so that what the caller does with its bytes later changes nothing here. */
async function gather(bytes: Uint8Array | Readable): Promise<Buffer> {
  const parts = bytes instanceof Uint8Array ? slices(bytes) : bytes;
  const gathered: Uint8Array[] = [];
  for await (const piece of parts) gathered.push(piece);
  return Buffer.concat(gathered);
}

function keep(memory: Memory, bytes: Buffer): { id: BlobId; sizeBytes: number } {
  const id = createHash('sha256').update(bytes).digest('hex');
  memory.blobs.set(id, { bytes, storedAt: memory.now() });
  return { id, sizeBytes: bytes.length };
}

function found(memory: Memory, id: BlobId): Buffer {
  const blob = memory.blobs.get(id);
  if (!blob) throw new BlobNotFound(id);
  return blob.bytes;
}

function* part(bytes: Buffer, range?: { start: number; end: number }): Generator<Buffer> {
  const wanted = range ? bytes.subarray(range.start, range.end + 1) : bytes;
  if (wanted.length > 0) yield wanted;
}

async function localPath(memory: Memory, id: BlobId): Promise<string> {
  const bytes = found(memory, id);
  memory.folder ??= mkdtemp(join(tmpdir(), 'vitrine-blobs-'));
  const path = join(await memory.folder, id);
  await writeFile(path, bytes);
  return path;
}
