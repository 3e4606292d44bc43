import type { BlobFault } from '../blobs/blob-fault.ts';
import { isBlobId } from '../blobs/blob-id.ts';
import type { NamedFile } from '../blobs/blob-owners-store.ts';
import type { BlobId } from '../blobs/blob-store.ts';

/** The last entry of an archive that lacks blobs, a line to each. */
export const lackingName = 'lacking.ndjson';

/** A blob that was missing or changed when its turn in a backup came, and what needs it. */
export interface LackingBlob {
  readonly blob: BlobId;
  readonly fault: BlobFault;
  readonly files: readonly NamedFile[];
  readonly fonts: readonly string[];
}

export const lackingLine = (lacking: LackingBlob): string => `${JSON.stringify(lacking)}\n`;

/** What a line says; undefined where it is none of these. */
export function readLackingLine(line: string): LackingBlob | undefined {
  try {
    const lacking = JSON.parse(line) as LackingBlob | null;
    return isBlobId(String(lacking?.blob)) ? (lacking as LackingBlob) : undefined;
  } catch {
    return undefined;
  }
}
