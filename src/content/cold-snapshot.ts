import { partBytes } from '../blobs/part-hashes.ts';
import { type PartedBlob, TooManyParts } from '../blobs/parts.ts';
import type { ByteSource } from '../document/byte-source.ts';
import { openSnapshot } from '../document/open-snapshot.ts';
import { isOverlay } from '../document/overlay.ts';
import type { PatchList } from '../document/patches.ts';
import type { Body, SourceRange } from '../document/selection.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { type ByteBody, bytesBody } from './byte-body.ts';

/** What an answer is made of: a snapshot, and what sends bodies of it. */
export interface ReadableSnapshot {
  readonly snapshot: Snapshot;
  /** `head`, then the body, then `tail`. */
  readonly send: (body: Body, head: Uint8Array, tail: Uint8Array) => ByteBody;
}

/** Where a snapshot lies that has no local copy. */
export interface ColdPlace {
  readonly blob: PartedBlob;
  readonly patches: PatchList;
}

/** A larger body is worth the whole file. */
const mostBodyBytes = 2 * 1024 * 1024;

/** Parts are read that were not brought. */
class PartsMissing extends Error {
  override readonly name = 'PartsMissing';
  readonly parts: readonly number[];
  constructor(parts: readonly number[]) {
    super('Parts of a blob are not there yet.');
    this.parts = parts;
  }
}

/**
 * Does work on a snapshot that is not here, with no more of it than the work reads: where a part is missing it is
 * brought, and the work begins again, which costs less than waiting in all of its places would. Nothing where the
 * work needs so much that the whole should be brought.
 */
export async function readCold<T>(
  { blob, patches }: ColdPlace,
  work: (opened: ReadableSnapshot) => Promise<T>,
): Promise<{ readonly answer: T } | undefined> {
  const source = partedSource(blob);
  let snapshot: Snapshot | undefined;
  try {
    for (;;) {
      try {
        snapshot ??= openSnapshot(source, patches);
        return { answer: await work({ snapshot, send: gathering(source) }) };
      } catch (error) {
        if (!(error instanceof PartsMissing)) throw error;
        await blob.bring(error.parts);
      }
    }
  } catch (error) {
    if (error instanceof TooManyParts) return undefined;
    throw error;
  }
}

export async function beginsAsOverlay(blob: PartedBlob): Promise<boolean> {
  await blob.bring([0]);
  return isOverlay(blob.part(0) as Uint8Array);
}

interface PartedSource extends ByteSource {
  /** Of these ranges what was not brought. */
  missing(ranges: readonly SourceRange[]): number[];
}

function partedSource(blob: PartedBlob): PartedSource {
  const missing: PartedSource['missing'] = (ranges) => {
    const parts = new Set<number>();
    for (const { position, length } of ranges)
      for (let at = Math.floor(position / partBytes); at * partBytes < position + length; at += 1)
        if (blob.part(at) === undefined) parts.add(at);
    return [...parts];
  };
  const readInto = (target: Uint8Array, position: number): void => {
    const parts = missing([{ position, length: target.length }]);
    if (parts.length > 0) throw new PartsMissing(parts);
    for (let filled = 0; filled < target.length; ) {
      const at = position + filled;
      const from = at % partBytes;
      const part = blob.part((at - from) / partBytes) as Uint8Array;
      const some = part.subarray(from, from + target.length - filled);
      if (some.length === 0) throw new Error(`The blob ends before byte ${position + target.length}.`);
      target.set(some, filled);
      filled += some.length;
    }
  };
  return {
    sizeBytes: blob.sizeBytes,
    missing,
    readInto,
    read: (position, length) => {
      const bytes = Buffer.allocUnsafe(length);
      readInto(bytes, position);
      return bytes;
    },
  };
}

/** Bodies in memory, made once all that they consist of is there. */
function gathering(source: PartedSource): ReadableSnapshot['send'] {
  return (body, head, tail) => {
    if (body.sizeBytes > mostBodyBytes) throw new TooManyParts();
    const pieces = [...body.pieces()];
    const ranges = pieces.filter((piece): piece is SourceRange => !(piece instanceof Uint8Array));
    const missing = source.missing(ranges);
    if (missing.length > 0) throw new PartsMissing(missing);
    const bytes = pieces.map((piece) =>
      piece instanceof Uint8Array ? piece : source.read(piece.position, piece.length),
    );
    return bytesBody(Buffer.concat([head, ...bytes, tail]));
  };
}
