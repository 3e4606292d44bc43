import type { Change } from '../change.ts';
import type { EditorType } from '../content/compile-content.ts';
import type { FileKey, VersionId } from '../contract/branded-ids.ts';
import { addVersion, type NewVersion } from './add-version-store.ts';
import { takeEditorType } from './file-rows-store.ts';

/** A version that comes from outside. */
export interface NewContent extends NewVersion {
  /** The kind of file that it says it is, where nothing else says it. */
  readonly editorType?: EditorType | undefined;
}

/**
 * Adds a document that somebody sends or brings as a file's newest version. The first says what kind of file a plain
 * new one is.
 *
 * @throws ApiError 400
 */
export async function addContent(
  change: Change,
  fileKey: FileKey,
  { editorType, ...version }: NewContent,
): Promise<VersionId> {
  if (editorType !== undefined) await takeEditorType(change.transaction, fileKey, editorType);
  return addVersion(change, fileKey, version);
}
