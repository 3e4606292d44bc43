import { devResourceIdOf, exactNodeId, fileKeyOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileDevResource } from '../contract/contract.ts';
import { changeDevResource } from '../dev-mode/change-dev-resources.ts';
import { createDevResource } from '../dev-mode/create-dev-resources.ts';
import { attachedFiles, type OpenAttached } from '../dev-mode/dev-resource-batch.ts';
import { findDevResource } from '../dev-mode/dev-resources-store.ts';
import { type Applying, bring } from './applying.ts';
import { requireFile } from './named-things-store.ts';

export async function applyDevResources(
  applying: Applying,
  entries: readonly WorkspaceFileDevResource[],
): Promise<void> {
  const open = attachedFiles(applying.change);
  for (const entry of entries) await applyDevResource(applying, open, entry);
}

const isBrought = true;

/** A link that is there by its id (or, without one, by file, node and address) is changed. */
async function applyDevResource(
  applying: Applying,
  open: OpenAttached,
  entry: WorkspaceFileDevResource,
): Promise<void> {
  const { change } = applying;
  const { name, url } = entry;
  const [fileKey, nodeId] = [fileKeyOf(entry.file), exactNodeId(entry.node)];
  const title = `The dev resource "${entry.id ?? name}"`;
  await requireFile(change.transaction, fileKey, title);
  const chosen = devResourceIdOf(entry.id);
  const row = await findDevResource(change.transaction, chosen ?? { fileKey, nodeId, url });
  const id = chosen ?? row?.id ?? devResourceIdOf(change.context.ids.digits());
  const wanted = { fileKey, nodeId, name, url };
  const present = row && { fileKey: row.fileKey, nodeId: row.nodeId, name: row.name, url: row.url };
  await bring(
    applying,
    { kind: 'dev resource', id, title },
    {
      present,
      wanted,
      create: () => createDevResource(change, open, { id, ...wanted, isBrought }),
      change: (changes) => changeDevResource(change, open, { id, ...changes, isBrought }),
    },
  );
}
