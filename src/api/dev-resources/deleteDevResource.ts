import { inChange } from '../../change.ts';
import { deleteDevResource as deleteDevResourceOf } from '../../dev-mode/delete-dev-resource.ts';
import type { Handler } from '../../operation.ts';

export const deleteDevResource: Handler<'deleteDevResource'> = async ({ caller, path }, context) => {
  const { file_key, dev_resource_id } = path;
  await inChange(context, caller, (change) => deleteDevResourceOf(change, file_key, dev_resource_id));
  return { json: { status: 200, error: false } };
};
