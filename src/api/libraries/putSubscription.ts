import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import { badRequest, conflict } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { fileEntity } from '../../events/activity-entities.ts';
import { mayUseLibrary, requireVariablesAccess } from '../../file-variables/variables-access.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { isPublished, isSubscribed, subscribe } from '../../libraries/libraries-store.ts';
import type { Handler } from '../../operation.ts';

/** Lets a file use a library whose variables the caller may read. The second time changes nothing. */
export const putSubscription: Handler<'putSubscription'> = async ({ caller, path }, context) => {
  const { file_key, library_key } = path;
  const seen = await findVisibleFile(context.database, caller, file_key);
  await findVisibleFile(context.database, caller, library_key);
  requireVariablesAccess(caller, seen, 'share');
  if (!(await isSubscribed(context.database, file_key, library_key)))
    await refuseBeyond(context.database, 'librariesOfFile', file_key);
  await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findVisibleFile(transaction, caller, file_key);
    const library = await findVisibleFile(transaction, caller, library_key);
    requireVariablesAccess(caller, file, 'share');
    requireVariablesAccess(caller, library, 'read');
    if (!mayUseLibrary(caller, file, library))
      throw badRequest(`"${library.name}" is of another organization: a file uses libraries of its own.`);
    if (library.key === file.key) throw badRequest('A file has its own things without subscribing to them.');
    if (!(await isPublished(transaction, library.key)))
      throw conflict(`"${library.name}" was not published, so there is no library to use.`);
    const isNew = await subscribe(transaction, {
      file_key: file.key,
      library_key: library.key,
      created_at: context.clock.now(),
    });
    if (!isNew) return;
    await recordActivity(change, {
      type: 'library_subscribe',
      entity: fileEntity(file),
      organizationId: file.organizationId,
      teamId: file.teamId,
      details: { library_key: library.key },
    });
  });
  return { json: { status: 200, error: false } };
};
