import type { FileKey, VersionId } from '../contract/branded-ids.ts';

/** Path of the download of a rendered image, below the base address. */
export function imagePath(name: string): string {
  return `/images/${name}`;
}

/** Path of the download of a thumbnail; without a node it is the file's own. */
export function thumbnailPath(fileKey: FileKey, versionId: VersionId, nodeId = 'file'): string {
  return `/thumbnails/${fileKey}/${encodeURIComponent(versionId)}/${encodeURIComponent(nodeId)}`;
}
