import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import { designProblemInThread } from '../content/design-problem-in-thread.ts';
import type { DumpedRow } from '../database/dump.ts';
import type { TableName } from '../database/table-list.ts';
import { designIn } from '../document/overlay.ts';
import { headerBytes } from '../document/snapshot-layout.ts';
import { badRequest } from '../errors.ts';

/** Which blobs the rows of a backup have designs in. */
export interface KeptDesigns {
  /** By the blob, the column and the row that name it. */
  readonly named: Map<string, string>;
  /** By the blob of a difference, what it is from. */
  readonly bases: Map<string, string>;
}

export const noDesigns = (): KeptDesigns => ({ named: new Map(), bases: new Map() });

/** Notes what rows say of designs. */
export function noteDesigns(
  { named, bases }: KeptDesigns,
  table: TableName,
  rows: readonly DumpedRow[],
): void {
  for (const row of rows) {
    if (table === 'versions')
      named.set(String(row.snapshot), `"snapshot" of versions (file ${row.file_key}, version ${row.id})`);
    if (table !== 'overlays') continue;
    named.set(String(row.base), baseOf(row));
    bases.set(String(row.snapshot), String(row.base));
  }
}

const baseColumn = '"base" of overlays';
const baseOf = (row: DumpedRow): string => `${baseColumn} (${row.snapshot})`;

/** What a blob begins with, and how long it is. */
export interface Beginning {
  readonly chunks: Uint8Array[];
  sizeBytes: number;
}

/** The bytes of a blob as they come, of which the beginning is noted. */
export async function* notingBeginning(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  noted: Beginning,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (noted.sizeBytes < headerBytes) noted.chunks.push(Buffer.from(chunk.subarray(0, headerBytes)));
    noted.sizeBytes += chunk.length;
    yield chunk;
  }
}

/** Holds a blob to what the rows say that it is. @throws ApiError 400 */
export function refuseUnfit(designs: KeptDesigns, id: BlobId, { chunks, sizeBytes }: Beginning): void {
  if (!designs.named.has(id)) return;
  const design = designIn(Buffer.concat(chunks), sizeBytes);
  const problem = 'problem' in design ? design.problem : problemOfBase(designs, id, design.base);
  if (problem !== undefined) throw noDesign(designs, id, problem);
}

const noDesign = ({ named }: KeptDesigns, id: string, problem: string) =>
  badRequest(`${named.get(id)} names the blob ${id}, which is no design: ${problem} Nothing was changed.`);

/**
 * Looks through a design that was stored, where it is one and lies whole: it may have been made by somebody else.
 * @throws ApiError 400
 */
export async function refuseUnsound(designs: KeptDesigns, id: BlobId, blobs: BlobStore): Promise<void> {
  if (!designs.named.has(id) || designs.bases.has(id)) return;
  const problem = await designProblemInThread({ path: await blobs.localPath(id) });
  if (problem !== undefined) throw noDesign(designs, id, problem);
}

/**
 * The same of the designs that are differences, once all are stored.
 * @param stored what the backup brought; who lacks its base cannot be looked through
 * @throws ApiError 400
 */
export async function refuseUnsoundDifferences(
  designs: KeptDesigns,
  blobs: BlobStore,
  stored: ReadonlySet<BlobId>,
): Promise<void> {
  for (const [id, base] of designs.bases) {
    if (!designs.named.has(id) || !stored.has(id as BlobId)) continue;
    const path = await blobs.localPath(base as BlobId);
    const problem = await designProblemInThread({ path, overlayPath: await blobs.localPath(id as BlobId) });
    if (problem !== undefined) throw noDesign(designs, id, problem);
  }
}

function problemOfBase(
  { named, bases }: KeptDesigns,
  id: BlobId,
  base: string | undefined,
): string | undefined {
  if (base === undefined)
    return bases.has(id) ? 'It is not the difference that overlays says it is.' : undefined;
  if (named.get(id)?.startsWith(baseColumn)) return 'It is the difference from another one.';
  return bases.get(id) === base ? undefined : `overlays does not say that it is the difference from ${base}.`;
}
