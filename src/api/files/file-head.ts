import type { VersionRow, VisibleFile } from './store.ts';

/** A time as the interface spells it: UTC, to the second. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/**
 * What Get file and Get file nodes say of the file itself.
 * @see FILE-02, NODE-02
 */
export function fileHead(file: VisibleFile, version: VersionRow) {
  return {
    name: file.name,
    lastModified: isoTime(version.created_at),
    thumbnailUrl: '',
    version: version.id,
    role: file.role,
    editorType: file.editor_type,
  };
}
