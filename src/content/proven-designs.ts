import { faultOf } from '../blobs/blob-fault.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import { BlobDamaged } from '../blobs/object-store.ts';
import { hashFile } from '../blobs/write-hashed.ts';

/** Where a blob lies on the local disk. */
export interface LocalBlob {
  readonly id: BlobId;
  readonly path: string;
}

/** Compares files of designs with the hashes that are their names. */
export interface ProvenDesigns {
  /** Reads a file to its end. @throws BlobDamaged */
  prove(blob: LocalBlob): Promise<void>;
}

/** @param found hears of each blob that is found damaged */
export function provenDesigns(found: (id: BlobId) => void): ProvenDesigns {
  const underWay = new Map<BlobId, Promise<void>>();
  const compare = async ({ id, path }: LocalBlob): Promise<void> => {
    const bytes = await hashFile(path).catch((error) => {
      if (faultOf(error) === undefined) throw error;
      return undefined;
    });
    if (bytes?.id === id) return;
    found(id);
    throw new BlobDamaged(id, `the bytes of ${path} have another hash`);
  };
  return {
    prove: (blob) => {
      const proof = underWay.get(blob.id) ?? compare(blob).finally(() => underWay.delete(blob.id));
      underWay.set(blob.id, proof);
      return proof;
    },
  };
}
