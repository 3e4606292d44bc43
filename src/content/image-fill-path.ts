/** Path of the download of an image fill, below the base address. */
export function imageFillPath(fileKey: string, imageRef: string): string {
  return `/image-fills/${fileKey}/${encodeURIComponent(imageRef)}`;
}
