import { inTransaction } from '../../database/transaction.ts';
import { notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { findEditableFile } from '../files/store.ts';
import { requireMainFile } from './attached-store.ts';
import { recordDevResources } from './record-dev-resources.ts';
import { deleteDevResourceRow, devResourceNotFound } from './store.ts';

export const deleteDevResource: Handler<'deleteDevResource'> = ({ caller, path }, context) =>
  inTransaction(context.database, async (transaction) => {
    const file = await findEditableFile(transaction, caller, path.file_key);
    requireMainFile(file);
    const row = await deleteDevResourceRow(transaction, file.key, path.dev_resource_id);
    if (row === undefined) throw notFound(devResourceNotFound);
    await recordDevResources(transaction, caller, context, 'delete', [{ file, row }]);
    return { json: { status: 200, error: false } };
  });
