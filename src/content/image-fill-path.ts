import type { FileKey } from '../contract/branded-ids.ts';

/** Path of the download of an image fill, below the base address. */
export function imageFillPath(fileKey: FileKey, imageRef: string): string {
  return `/image-fills/${fileKey}/${encodeURIComponent(imageRef)}`;
}
