import { type Caller, isFullMember } from '../access/caller.ts';
import { type FileRole, mayEdit } from '../access/file-role.ts';
import type { FileRow } from '../access/file-row.ts';
import { refuseMirrored } from '../access/refuse-mirrored.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { forbidden, sentences } from '../errors.ts';

/** What somebody wants of a file's variables; `share` publishes them, or lets the file use those of a library. */
export type VariablesAccess = 'read' | 'share' | 'change';

interface FileWithVariables extends Pick<FileRow, 'key' | 'mirrorId'> {
  readonly role: FileRole;
  readonly organizationId: OrganizationId;
  readonly editorType: string;
}

/** Whether the caller may read the variables of a file that they see. */
export const mayReadVariables = (caller: Caller, file: Pick<FileWithVariables, 'organizationId'>): boolean =>
  isFullMember(caller, file.organizationId);

/**
 * The one rule of every way to the variables of a file that the caller sees: they are for full members of its
 * organization, whatever a link gives to others. What the plan gives is for the interface to ask.
 *
 * @throws ApiError 403
 * @see VAR-03, VAR-29, VAR-30, rulings H16, H19
 */
export function requireVariablesAccess(
  caller: Caller,
  file: FileWithVariables,
  access: VariablesAccess,
): void {
  if (!mayReadVariables(caller, file)) throw forbidden(sentences.incorrectAccountType);
  if (access === 'read') return;
  if (!mayEdit(file.role)) throw forbidden(sentences.insufficientFilePermissions);
  refuseMirrored(caller, file);
  if (access === 'change' && file.editorType !== 'figma') throw forbidden(sentences.designFilesOnly);
}

/**
 * Whether a file gets variables of a library when the caller uses them: the library is one of the file's own
 * organization, and they could read them there. To be asked at each use, of a library that the caller sees.
 */
export function mayUseLibrary(
  caller: Caller,
  file: Pick<FileWithVariables, 'organizationId'>,
  library: Pick<FileWithVariables, 'organizationId'>,
): boolean {
  return library.organizationId === file.organizationId && isFullMember(caller, library.organizationId);
}
