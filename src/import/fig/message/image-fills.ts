import { createHash } from 'node:crypto';
import type { SourceImage } from '../../../document/document-source.ts';
import type { OpenDesign } from '../container/open-design.ts';
import type { BlobBytes } from './blobs.ts';
import type { ImportReport } from './import-report.ts';

/** The images of a design: files of the archive, or blobs of the message in older formats. */
export class ImageFills {
  readonly #design: OpenDesign;
  readonly #blobBytes: BlobBytes;
  readonly #report: ImportReport;
  readonly #ofBlobs = new Map<number, string>();
  readonly #fromBlobs = new Map<string, Uint8Array>();

  constructor(design: OpenDesign, blobBytes: BlobBytes, report: ImportReport) {
    this.#design = design;
    this.#blobBytes = blobBytes;
    this.#report = report;
  }

  /** Undefined where there is no such blob. */
  referenceOfBlob(index: number): string | undefined {
    const known = this.#ofBlobs.get(index);
    if (known !== undefined) return known;
    const bytes = this.#blobBytes(index);
    if (bytes === undefined) return undefined;
    const reference = sha1(bytes);
    this.#ofBlobs.set(index, reference);
    this.#fromBlobs.set(reference, bytes);
    return reference;
  }

  /** The images under those references whose bytes are there, and are what they are called. */
  found(references: Iterable<string>): SourceImage[] {
    const images: SourceImage[] = [];
    for (const imageRef of references) {
      const bytes = this.#fromBlobs.get(imageRef) ?? this.#design.image(imageRef);
      const problem = problemOf(imageRef, bytes);
      if (problem === undefined) images.push({ imageRef, bytes: bytes! });
      else this.#report.warn(`The image ${imageRef} ${problem}; what shows it stays without a picture.`);
    }
    return images;
  }
}

function problemOf(imageRef: string, bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return 'is not in the file';
  return sha1(bytes) === imageRef ? undefined : 'is not the one that it is called';
}

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
