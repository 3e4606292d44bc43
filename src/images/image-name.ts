import { hash } from 'node:crypto';
import type { BlobId } from '../blobs/blob-store.ts';
import type { FileKey, NodeId, OrganizationId } from '../contract/branded-ids.ts';
import type { RenderOptions } from '../render/render-options.ts';

/** What images of one version of a file depend on, beside their nodes and options. */
export interface ImageSource {
  readonly fileKey: FileKey;
  /** Whose fonts it is drawn with. */
  readonly organizationId: OrganizationId;
  readonly snapshot: BlobId;
  /** The file's image fills: `imageRef` → blob. */
  readonly imageFills: ReadonlyMap<string, BlobId>;
}

/** What the server brings to an image: fonts and the renderer itself, as fingerprints. */
export type Makers = readonly string[];

/**
 * Names the image of each node after all that it depends on, so that one name always stands for the same image:
 * 32 hexadecimal digits and the format.
 */
export function imageNames(
  source: ImageSource,
  options: RenderOptions,
  makers: Makers,
): (nodeId: NodeId) => string {
  const settled = sourceFingerprint(source, options, makers);
  return (nodeId) => `${hash('sha256', `${settled} ${nodeId}`).slice(0, 32)}.${options.format}`;
}

/** Another one whenever anything is another that images with these options depend on. */
export function sourceFingerprint(
  { fileKey, snapshot, imageFills }: ImageSource,
  options: object,
  makers: Makers,
): string {
  const fills = [...imageFills].sort(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify([fileKey, snapshot, options, fills, makers]));
}
