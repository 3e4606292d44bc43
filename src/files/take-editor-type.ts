import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import { type CompiledContent, editorTypeOf } from '../content/compile-content.ts';
import { updateFile } from './file-rows-store.ts';

/** The first content says what kind of file a plain new one is. */
export async function takeEditorType(
  { transaction }: Change,
  file: FileRow,
  content: CompiledContent,
): Promise<void> {
  const editorType = editorTypeOf(content);
  if (file.currentVersion !== null || file.editorType !== 'figma' || editorType === undefined) return;
  await updateFile(transaction, file.key, { editorType });
}
