import type { Change } from '../change.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { addVersion, type NewVersion } from './add-version-store.ts';

/** A version of whoever brings it says, at the time that they say. */
export interface BroughtVersion extends NewVersion {
  /** Whether the file had versions before: none is put ahead of these, so its id is not chosen then. */
  readonly isLate?: boolean;
}

/**
 * Adds a version as a workspace file says it; nobody is told, and the file may be of any kind.
 * @throws ApiError 400
 */
export async function bringVersion(
  change: Change,
  key: FileKey,
  { isLate = false, ...version }: BroughtVersion,
): Promise<string> {
  if (isLate && version.id !== undefined)
    throw badRequest(`The version ${version.id} cannot be put before versions that are there already.`);
  return addVersion(change, key, version);
}
