import type { BlobId } from '../blobs/blob-store.ts';
import type { DumpedRow } from '../database/dump.ts';
import type { TableName } from '../database/table-list.ts';
import { designIn } from '../document/overlay.ts';
import { headerBytes } from '../document/snapshot-layout.ts';
import { badRequest } from '../errors.ts';

/** Which blobs the rows of a backup have designs in. */
export interface KeptDesigns {
  /** By the blob, the column that names it. */
  readonly named: Map<string, '"snapshot" of versions' | '"base" of overlays'>;
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
    if (table === 'versions') named.set(String(row.snapshot), '"snapshot" of versions');
    if (table !== 'overlays') continue;
    named.set(String(row.base), '"base" of overlays');
    bases.set(String(row.snapshot), String(row.base));
  }
}

/** The bytes of a blob as they come; once they have, they are known to be what the rows say. @throws ApiError 400 */
export async function* heldDesign(
  designs: KeptDesigns,
  id: BlobId,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const beginning: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    if (sizeBytes < headerBytes) beginning.push(Buffer.from(chunk.subarray(0, headerBytes)));
    sizeBytes += chunk.length;
    yield chunk;
  }
  refuseUnfit(designs, id, { beginning: Buffer.concat(beginning), sizeBytes });
}

function refuseUnfit(
  designs: KeptDesigns,
  id: BlobId,
  { beginning, sizeBytes }: { readonly beginning: Uint8Array; readonly sizeBytes: number },
): void {
  const place = designs.named.get(id);
  if (place === undefined) return;
  const design = designIn(beginning, sizeBytes);
  const problem = 'problem' in design ? design.problem : problemOfBase(designs, id, design.base);
  if (problem !== undefined)
    throw badRequest(`${place} names the blob ${id}, which is no design: ${problem} Nothing was changed.`);
}

function problemOfBase(
  { named, bases }: KeptDesigns,
  id: BlobId,
  base: string | undefined,
): string | undefined {
  if (base === undefined) return undefined;
  if (named.get(id) === '"base" of overlays') return 'It is the difference from another one.';
  return bases.get(id) === base ? undefined : `overlays does not say that it is the difference from ${base}.`;
}
