import { isoTime } from '../../clock.ts';
import type { WorkspaceFileRecord } from '../../contract/contract.ts';
import type { FileRow } from '../files/store.ts';

/** A time as the interface spells it: UTC, to the second. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

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
    created_at: timeText(file.created_at),
    last_modified: timeText(file.last_modified),
  };
}
