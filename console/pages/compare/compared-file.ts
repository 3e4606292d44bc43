import type { Archived } from '../../api/archived.ts';
import type { Answer } from '../../api/call.ts';

/** What of a file's answer tells about its branches, and who asks. */
export interface ComparedFile {
  readonly name: string;
  readonly version: string;
  /** Here and now: an archived file is only looked at. */
  readonly mayEdit: boolean;
  readonly archived: Archived | undefined;
  readonly branches: readonly { readonly key: string; readonly name: string }[];
  /** Of a branch the file it branches from. */
  readonly mainFile: string | undefined;
}

export function comparedFile(
  answer: Answer<'GET /v1/files/{file_key}'>,
  archived: Archived | undefined,
): ComparedFile {
  const { name, version, role, branches = [], mainFileKey: mainFile } = answer;
  const mayEdit = archived === undefined && (role === 'owner' || role === 'editor');
  return { name, version, mayEdit, archived, branches, mainFile };
}
