import type { Answer } from '../../api/call.ts';

/** What of a file's answer tells about its branches, and who asks. */
export interface ComparedFile {
  readonly name: string;
  readonly version: string;
  readonly mayEdit: boolean;
  readonly branches: readonly { readonly key: string; readonly name: string }[];
  /** Of a branch the file it branches from. */
  readonly mainFile: string | undefined;
}

export function comparedFile(answer: Answer<'GET /v1/files/{file_key}'>): ComparedFile {
  const { name, version, role, branches = [], mainFileKey: mainFile } = answer;
  return { name, version, mayEdit: role === 'owner' || role === 'editor', branches, mainFile };
}
