import { inChange } from '../../change.ts';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import { createBranchWithVariables } from '../../file-variables/create-branch-with-variables.ts';
import { prepareBranch } from '../../files/create-branch.ts';
import type { Handler } from '../../operation.ts';
import { fileRecord } from './file-record.ts';

/** Makes a branch that starts with the content, the image fills and the variables that its main file has now. */
export const createBranch: Handler<'createBranch'> = async ({ caller, path, body }, context) => {
  const wanted = {
    mainFileKey: path.file_key,
    key: body.key === undefined ? undefined : fileKeyOf(body.key),
    name: body.name,
  };
  const counted = await prepareBranch(context, caller, wanted);
  const branch = await inChange(context, caller, (change) =>
    createBranchWithVariables(change, wanted, counted),
  );
  return { json: fileRecord(branch) };
};
