import { inChange } from '../../change.ts';
import { requireMainFile } from '../../dev-mode/attached-store.ts';
import { deleteDevResourceRow, devResourceNotFound } from '../../dev-mode/dev-resources-store.ts';
import { recordDevResources } from '../../dev-mode/record-dev-resources.ts';
import { notFound } from '../../errors.ts';
import { findEditableFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';

export const deleteDevResource: Handler<'deleteDevResource'> = ({ caller, path }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findEditableFile(transaction, caller, path.file_key);
    requireMainFile(file);
    const row = await deleteDevResourceRow(transaction, file.key, path.dev_resource_id);
    if (row === undefined) throw notFound(devResourceNotFound);
    await recordDevResources(change, 'delete', [{ file, row }]);
    return { json: { status: 200, error: false } };
  });
