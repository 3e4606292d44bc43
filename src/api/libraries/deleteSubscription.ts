import { inChange } from '../../change.ts';
import { notFound } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { fileEntity } from '../../events/activity-entities.ts';
import { requireVariablesAccess } from '../../file-variables/variables-access.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { unsubscribe } from '../../libraries/libraries-store.ts';
import type { Handler } from '../../operation.ts';

/** Ends the use of a library. What nodes and variables of the file refer to stays until they do no more. */
export const deleteSubscription: Handler<'deleteSubscription'> = async ({ caller, path }, context) => {
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findVisibleFile(transaction, caller, path.file_key);
    requireVariablesAccess(caller, file, 'share');
    if (!(await unsubscribe(transaction, file.key, path.library_key)))
      throw notFound('The file does not use that library.');
    await recordActivity(change, {
      type: 'library_unsubscribe',
      entity: fileEntity(file),
      organizationId: file.organizationId,
      teamId: file.teamId,
      details: { library_key: path.library_key },
    });
  });
  return { json: { status: 200, error: false } };
};
