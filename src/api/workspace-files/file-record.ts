import type { FileRow } from '../../access/file-row.ts';
import type { WorkspaceFileRecord } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';

/** A file as our own operations show it. */
export function fileRecord(file: FileRow): WorkspaceFileRecord {
  return {
    key: file.key,
    name: file.name,
    project: file.projectId,
    owner: file.ownerId,
    editor_type: file.editorType as WorkspaceFileRecord['editor_type'],
    link_access: file.linkAccess,
    archived_at: file.archivedAt === null ? null : isoTime(file.archivedAt),
    main_file_key: file.mainFileKey,
    version: file.currentVersion,
    created_at: isoTime(file.createdAt),
    last_modified: isoTime(file.lastModified),
  };
}
