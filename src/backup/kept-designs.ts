import type { BlobId } from '../blobs/blob-store.ts';
import type { DumpedRow } from '../database/dump.ts';
import type { TableName } from '../database/table-list.ts';
import { designIn } from '../document/overlay.ts';
import { headerBytes } from '../document/snapshot-layout.ts';
import { badRequest } from '../errors.ts';

/** Which blobs the rows of a backup have designs in, and what these begin with. */
export class KeptDesigns {
  /** By the blob, the column that names it. */
  readonly #named = new Map<string, string>();
  readonly #bases = new Map<string, string>();

  /** Notes what rows say. */
  note(table: TableName, rows: readonly DumpedRow[]): void {
    for (const row of rows) {
      if (table === 'versions') this.#named.set(String(row.snapshot), 'snapshot');
      if (table !== 'overlays') continue;
      this.#named.set(String(row.base), 'base');
      this.#bases.set(String(row.snapshot), String(row.base));
    }
  }

  /** The bytes of a blob as they come; once they have, they are known to be what the rows say. @throws ApiError 400 */
  async *held(id: BlobId, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const beginning: Uint8Array[] = [];
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      if (sizeBytes < headerBytes) beginning.push(chunk.subarray(0, headerBytes));
      sizeBytes += chunk.length;
      yield chunk;
    }
    if (this.#named.has(id)) this.#refuseUnfit(id, Buffer.concat(beginning), sizeBytes);
  }

  #refuseUnfit(id: BlobId, beginning: Uint8Array, sizeBytes: number): void {
    const design = designIn(beginning, sizeBytes);
    const problem = 'problem' in design ? design.problem : this.#problemOfBase(id, design.base);
    if (problem === undefined) return;
    const place = this.#named.get(id) === 'base' ? '"base" of overlays' : '"snapshot" of versions';
    throw badRequest(`${place} names the blob ${id}, which is no design: ${problem} Nothing was changed.`);
  }

  #problemOfBase(id: BlobId, base: string | undefined): string | undefined {
    if (base === undefined) return undefined;
    if (this.#named.get(id) === 'base') return 'It is the difference from another one.';
    return this.#bases.get(id) === base
      ? undefined
      : `overlays does not say that it is the difference from ${base}.`;
  }
}
