import type { Addresses } from '../access/public-addresses.ts';
import { type AddressSigner, downloadAddress } from '../access/signed-address.ts';
import type { FileKey, NodeId, VersionId } from '../contract/branded-ids.ts';
import { thumbnailPath } from './image-path.ts';

interface Signing {
  readonly addresses: Addresses;
  readonly signer: AddressSigner;
}

/**
 * Address of the thumbnail of a version of a file, or of a node in it. It never ends and stays the same, so that
 * answers which carry it stay the same.
 */
export function thumbnailAddress(
  signing: Signing,
  fileKey: FileKey,
  versionId: VersionId | null,
  nodeId?: NodeId,
): string {
  if (versionId === null) return '';
  return downloadAddress(signing, thumbnailPath(fileKey, versionId, nodeId), 'never');
}
