import type { Kysely } from 'kysely';
import { refuseBeyond } from '../../access/caps-store.ts';
import { inChange } from '../../change.ts';
import type { Tables } from '../../database/tables.ts';
import { badRequest } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { branchEntity } from '../../events/activity-entities.ts';
import { copyVariables } from '../../file-variables/variables-store.ts';
import { addVersion } from '../../files/add-version-store.ts';
import { chosenKey } from '../../files/chosen-key.ts';
import { insertFile, refuseTakenKey } from '../../files/file-rows-store.ts';
import { imageFillsOf, keepImageFills } from '../../files/image-fills-store.ts';
import { findVersion } from '../../files/versions-store.ts';
import { findEditableFile, type VisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { fileRecord } from './file-record.ts';

/** Makes a branch that starts with the content, the image fills and the variables that its main file has now. */
export const createBranch: Handler<'createBranch'> = async ({ caller, path, body }, context) => {
  const now = context.clock.now();
  const key = chosenKey(caller, body.key) ?? context.ids.fileKey();
  const { project_id } = await findEditableFile(context.database, caller, path.file_key);
  await refuseBeyond(context.database, 'filesOfProject', project_id);
  const branch = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const main = await findEditableFile(transaction, caller, path.file_key);
    if (main.main_file_key !== null) throw badRequest('A branch has no branches: branch from its main file.');
    await refuseTakenKey(transaction, key, caller.user.id);
    const row = branchRow(main, { key, name: body.name, by: caller.user.id, at: now });
    await insertFile(transaction, row);
    await copyVariables(transaction, main.key, row.key);
    const version = await copyContent(transaction, main, row);
    await recordActivity(change, {
      type: 'branch_create',
      entity: branchEntity(row, main.key),
      organizationId: main.organizationId,
      teamId: main.teamId,
      details: { main_file_key: main.key },
    });
    return { ...row, current_version: version };
  });
  return { json: fileRecord(branch) };
};

function branchRow(main: VisibleFile, made: { key: string; name: string; by: string; at: number }) {
  return {
    key: made.key,
    name: made.name,
    project_id: main.project_id,
    owner_id: made.by,
    editor_type: main.editor_type,
    link_access: main.link_access,
    main_file_key: main.key,
    current_version: null,
    created_at: made.at,
    last_modified: made.at,
    last_touched_at: made.at,
    last_touched_by: made.by,
  };
}

/** The same snapshot and the same blobs under the branch's key; nothing is copied on the disk. */
async function copyContent(
  transaction: Kysely<Tables>,
  main: VisibleFile,
  branch: ReturnType<typeof branchRow>,
): Promise<string | null> {
  const images = await imageFillsOf(transaction, main.key);
  await keepImageFills(
    transaction,
    branch.key,
    images.map((image) => ({
      imageRef: image.image_ref,
      blob: image.blob,
      contentType: image.content_type,
      sizeBytes: image.size_bytes,
    })),
  );
  if (main.current_version === null) return null;
  const content = await findVersion(transaction, main, undefined);
  return addVersion(transaction, branch.key, {
    snapshot: content.snapshot,
    nodeCount: content.node_count,
    userId: branch.owner_id,
    at: branch.created_at,
  });
}
