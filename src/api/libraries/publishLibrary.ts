import { inChange } from '../../change.ts';
import { badRequest } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { mainFileEntity } from '../../events/activity-entities.ts';
import { type LibraryAssets, libraryPublishes } from '../../events/library-publish.ts';
import { publish } from '../../events/publish.ts';
import { recordTextEvents } from '../../events/text-events.ts';
import { publishFileVariables } from '../../file-variables/publications-store.ts';
import { requireVariablesAccess } from '../../file-variables/variables-access.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { isoTime } from '../../iso-time.ts';
import { publishFileAssets } from '../../libraries/assets-store.ts';
import { insertPublish } from '../../libraries/libraries-store.ts';
import type { Handler } from '../../operation.ts';

/**
 * Publishes a file as a library: from now on, and until the next time, other files see it as it is now.
 *
 * @see PUB-05…PUB-08, DLV-17, A30
 */
export const publishLibrary: Handler<'publishLibrary'> = async ({ caller, path, body }, context) => {
  const at = context.clock.now();
  const description = body?.description;
  const published = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findVisibleFile(transaction, caller, path.file_key);
    requireVariablesAccess(caller, file, 'share');
    if (file.main_file_key !== null) throw badRequest('A branch is no library: publish its main file.');
    const by = { userId: caller.user.id, at };
    const assets = await publishFileAssets(transaction, context, file.key, by);
    const variables = await publishFileVariables(transaction, context, file.key, at);
    const changes = { ...assets.changes, variables: variables.changes };
    await insertPublish(transaction, {
      id: context.ids.digits(),
      file_key: file.key,
      user_id: caller.user.id,
      description: description ?? null,
      published_at: at,
    });
    const told: LibraryAssets[] = variables.hasOtherCollections ? ['variables'] : [];
    for (const event of libraryPublishes({ file, by: caller.user, description }, changes, told))
      await publish(change, event);
    const type = 'component_documentation_description';
    const texts = assets.descriptions.map((change) => ({ ...change, type, file }) as const);
    await recordTextEvents(change, texts);
    await recordActivity(change, {
      type: 'library_publish',
      entity: mainFileEntity(file),
      organizationId: file.organizationId,
      teamId: file.teamId,
      ...(description === undefined ? {} : { details: { description } }),
    });
    return { file, changes };
  });
  return {
    json: {
      file_key: published.file.key,
      ...(description === undefined ? {} : { description }),
      published_at: isoTime(at),
      changes: published.changes as never,
    },
  };
};
