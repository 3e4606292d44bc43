import type { Addresses } from '../access/public-addresses.ts';
import { type AddressHolder, type AddressSigner, downloadAddress } from '../access/signed-address.ts';
import type { FileKey, NodeId, VersionId } from '../contract/branded-ids.ts';
import { thumbnailPath } from './image-path.ts';

interface Signing {
  readonly addresses: Addresses;
  readonly signer: AddressSigner;
}

/**
 * Address of the thumbnail of a version of a file, or of a node in it. It stays the same for its holder, so that
 * answers which carry it stay the same, and works while they may see the file.
 */
export function thumbnailAddress(
  signing: Signing,
  holder: AddressHolder,
  fileKey: FileKey,
  versionId: VersionId | null,
  nodeId?: NodeId,
): string {
  if (versionId === null) return '';
  return downloadAddress(signing, thumbnailPath(fileKey, versionId, nodeId), { holder });
}
