import { type CamelRow, camelColumns } from '../database/camel-columns.ts';

/** A file or a branch as it is stored; what was merged last is asked for by merges alone. */
export type FileRow = Omit<CamelRow<'files'>, 'mergeBaseKey' | 'mergeBaseVersion'>;

export const fileColumns = camelColumns('files', [
  ...(['key', 'name', 'project_id', 'owner_id', 'editor_type', 'link_access', 'main_file_key'] as const),
  ...(['current_version', 'created_at', 'last_modified', 'last_touched_at', 'last_touched_by'] as const),
  'mirror_id',
  'archived_at',
]);
