import type { Counted } from '../access/caps.ts';
import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import { createBranch, type NewBranch } from '../files/create-branch.ts';
import { copyVariables } from './variables-store.ts';

/**
 * Makes a branch that starts with the content, the image fills and the variables that its main file has now.
 * @throws ApiError 400, 403, 404, 409
 */
export async function createBranchWithVariables(
  change: Change,
  wanted: NewBranch,
  counted: Counted<'filesOfProject'>,
): Promise<FileRow> {
  const branch = await createBranch(change, wanted, counted);
  if (wanted.startsEmpty !== true) await copyVariables(change.transaction, wanted.mainFileKey, branch.key);
  return branch;
}
