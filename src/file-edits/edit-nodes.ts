import type { Caller } from '../access/caller.ts';
import { nothingComes } from '../access/caps.ts';
import { requireText } from '../access/name-rules.ts';
import { inChange } from '../change.ts';
import type { ShelvedSnapshot } from '../content/snapshot-shelf.ts';
import type { Context } from '../context.ts';
import type { FileKey, NodeId, VersionId } from '../contract/branded-ids.ts';
import { newDevStatuses } from '../dev-mode/publish-dev-statuses.ts';
import { pushContent } from '../dev-mode/push-content.ts';
import type { EditNote, NodeOperation } from '../editing/edit.ts';
import { conflict } from '../errors.ts';
import { writtenVariables } from '../file-variables/variables-state-store.ts';
import { findVersion } from '../files/versions-store.ts';
import { findEditableFile, type VisibleFile } from '../files/visible-file-store.ts';
import { EditOvertaken, untilFirst } from './overtaken.ts';

/** A change of nodes, as somebody asks for it. */
export interface WantedEdit {
  readonly operations: readonly NodeOperation[];
  readonly asGiven: boolean;
  readonly ifVersion?: VersionId | undefined;
  readonly message?: string | undefined;
  /** Until it fires the change is made; what is stored by then stays. */
  readonly signal: AbortSignal;
}

/** What became of it. */
export interface EditedFile {
  readonly version: VersionId;
  readonly ids: ReadonlyMap<number, NodeId>;
  readonly changed: number;
  readonly notes: readonly EditNote[];
}

/**
 * Changes nodes of a file as a new version; one that leaves everything as it was makes none.
 * @throws ApiError 400, 403, 404, 409
 */
export async function editNodes(
  context: Context,
  caller: Caller,
  fileKey: FileKey,
  wanted: WantedEdit,
): Promise<EditedFile> {
  const { key } = await findEditableFile(context.database, caller, fileKey);
  return untilFirst(key, caller, () => tryEdit(context, caller, fileKey, wanted));
}

async function tryEdit(
  context: Context,
  caller: Caller,
  fileKey: FileKey,
  { ifVersion, message, ...edit }: WantedEdit,
): Promise<EditedFile> {
  const file = await findEditableFile(context.database, caller, fileKey);
  refuseOtherVersion(file, ifVersion);
  requireText('The description of the version', message);
  const version = await findVersion(context.database, file, undefined);
  const document = await context.snapshots.open(version.snapshot);
  const { content, ...made } = await editOf(context, caller, { file, document }, edit);
  if (content === undefined) return { ...made, version: version.id };
  const found = await newDevStatuses(context.database, context, file, content.snapshot);
  const prepared = {
    content,
    images: [],
    counted: nothingComes('imageFillsOfFile'),
    variables: undefined,
    found,
  };
  const pushed = await inChange(context, caller, async (change) => {
    const now = await findEditableFile(change.transaction, caller, fileKey);
    refuseOtherVersion(now, ifVersion);
    if (now.currentVersion !== version.id) throw new EditOvertaken();
    return pushContent(change, fileKey, { ...prepared, description: message });
  });
  return { ...made, version: pushed.version };
}

/** @throws ApiError 409 */
function refuseOtherVersion({ currentVersion }: VisibleFile, wanted: VersionId | undefined): void {
  if (wanted === undefined || wanted === currentVersion) return;
  throw conflict(
    `The current version is ${currentVersion ?? 'none'}, and no longer ${wanted}: look what changed, and try again.`,
  );
}

interface Edited {
  readonly file: VisibleFile;
  readonly document: ShelvedSnapshot;
}

async function editOf(
  context: Context,
  caller: Caller,
  { file, document }: Edited,
  edit: Pick<WantedEdit, 'operations' | 'asGiven' | 'signal'>,
) {
  const party = { organization: file.organizationId, caller: caller.user.id };
  const { state: variables } = await writtenVariables(context, file.key);
  const { makeEdit } = await import('./make-edit.ts');
  return makeEdit(context, party, { ...edit, document, fileKey: file.key, variables });
}
