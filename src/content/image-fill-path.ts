/** Path of the download of an image fill, as it is signed. */
export function imageFillPath(basePath: string, fileKey: string, imageRef: string): string {
  return `${basePath}/image-fills/${fileKey}/${encodeURIComponent(imageRef)}`;
}
