import type { WorkspaceFileRecord } from '../../contract/contract.ts';
import type { FileRow } from '../../files/visible-file-store.ts';
import { isoTime } from '../../iso-time.ts';

/** A file as our own operations show it. */
export function fileRecord(file: FileRow): WorkspaceFileRecord {
  return {
    key: file.key,
    name: file.name,
    project: file.project_id,
    owner: file.owner_id,
    editor_type: file.editor_type as WorkspaceFileRecord['editor_type'],
    link_access: file.link_access,
    main_file_key: file.main_file_key,
    version: file.current_version,
    created_at: isoTime(file.created_at),
    last_modified: isoTime(file.last_modified),
  };
}
