import type { LinkAccess } from '../access/file-role.ts';
import type { FileRow } from '../access/file-row.ts';
import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import {
  type FileKey,
  fileKeyOf,
  type MirrorId,
  type ProjectId,
  type UserId,
} from '../contract/branded-ids.ts';
import { chosenKey } from './chosen-key.ts';

/** What of a new file or branch is made where it is not chosen. */
export interface NewKey {
  /** Only the administrator of the installation chooses it. */
  readonly key?: FileKey | undefined;
  /** The one that it has at an upstream, which who may choose keys has vouched for, or that is made of it. */
  readonly keptKey?: FileKey;
  /** Who makes it, where it is left out. Only a workspace file names another. */
  readonly ownerId?: UserId;
  /** What keeps it current with an upstream from the start. */
  readonly mirrorId?: MirrorId | undefined;
  /** Whether a key that was deleted may come back: only a workspace file brings the same file again. */
  readonly mayComeBack?: boolean;
}

interface Placed extends NewKey {
  readonly name: string;
  readonly projectId: ProjectId;
  readonly editorType: FileRow['editorType'];
  readonly linkAccess: LinkAccess;
  readonly mainFileKey: FileKey | null;
}

/**
 * The row of a file or a branch without content.
 * @throws ApiError 400 for a name that cannot be, 403 for a key that is not the caller's to choose
 */
export function newFileRow({ by, at, context }: Change, wanted: Placed): FileRow {
  const { name, projectId, editorType, linkAccess, mainFileKey, ownerId = by.user.id } = wanted;
  requireName(name);
  return {
    key: wanted.keptKey ?? fileKeyOf(chosenKey(by, wanted.key) ?? context.ids.fileKey()),
    name,
    projectId,
    ownerId,
    editorType,
    linkAccess,
    mainFileKey,
    currentVersion: null,
    createdAt: at,
    lastModified: at,
    lastTouchedAt: at,
    lastTouchedBy: ownerId,
    mirrorId: wanted.mirrorId ?? null,
    archivedAt: null,
  };
}
