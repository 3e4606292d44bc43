import type { Kysely } from 'kysely';
import { filePageAddress } from '../../access/addresses.ts';
import { inChange } from '../../change.ts';
import { type CompiledContent, editorTypeOf } from '../../content/compile-content.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import { newDevStatuses, publishDevStatuses } from '../../dev-mode/publish-dev-statuses.ts';
import { recordActivity } from '../../events/activity.ts';
import { fileEntity } from '../../events/activity-entities.ts';
import { publish } from '../../events/publish.ts';
import { addVersion } from '../../files/add-version-store.ts';
import { changeFile } from '../../files/file-rows-store.ts';
import { findEditableFile, type VisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';

/**
 * Makes a document the file's new state. Once this answers, the version is on the disk; until then nothing of
 * it can be seen.
 */
export const putFileContent: Handler<'putFileContent'> = async (
  { caller, path, query, body, headers },
  context,
) => {
  const before = await findEditableFile(context.database, caller, path.file_key);
  const source = { stream: body, announcedBytes: Number(headers['content-length'] ?? 0) };
  const party = { organization: before.organizationId, caller: caller.user.id };
  const content = await context.compileContent(source, party);
  const found = await newDevStatuses(context.database, context, before, content.snapshot);
  const { file, version } = await inChange(context, caller, async (change) => {
    const { transaction } = change;
    const file = await findEditableFile(transaction, caller, path.file_key);
    await takeEditorType(transaction, file, content);
    const { label, description } = query;
    const at = context.clock.now();
    const version = await addVersion(transaction, file.key, {
      snapshot: content.snapshot,
      nodeCount: content.nodeCount,
      userId: caller.user.id,
      at,
      label,
      description,
    });
    await publish(change, { type: 'FILE_UPDATE', file });
    await publishDevStatuses(change, { file, content: content.snapshot, found });
    if (label !== undefined || description !== undefined) {
      const named = { id: version, createdAt: at, description };
      await publish(change, { type: 'FILE_VERSION_UPDATE', file, by: caller.user, version: named });
    }
    await recordActivity(change, {
      type: 'fig_file_content_change',
      entity: fileEntity(file),
      organizationId: file.organizationId,
      teamId: file.teamId,
      details: { version, nodes: content.nodeCount },
    });
    return { file, version };
  });
  return {
    json: {
      key: file.key,
      name: file.name,
      version,
      nodes: content.nodeCount,
      warnings: content.warnings.map((warning) => withAddress(warning, file, context)),
    },
  };
};

/** The first content says what kind of file a plain new one is. */
async function takeEditorType(
  transaction: Kysely<Tables>,
  file: VisibleFile,
  content: CompiledContent,
): Promise<void> {
  const editorType = editorTypeOf(content);
  if (file.current_version !== null || file.editor_type !== 'figma' || editorType === undefined) return;
  await changeFile(transaction, file.key, { editor_type: editorType });
}

/** A warning with the address of the node's page, for the person who reads the report. @see FILE-28 */
function withAddress(
  { node, reason }: CompiledContent['warnings'][number],
  file: VisibleFile,
  { addresses }: Context,
) {
  return node === undefined
    ? { node: null, reason }
    : { node, reason, url: filePageAddress(addresses.web, file, node) };
}
