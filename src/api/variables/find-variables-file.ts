import type { Kysely } from 'kysely';
import { type Caller, isFullMember } from '../../access/caller.ts';
import { mayEdit } from '../../access/file-role.ts';
import type { Tables } from '../../database/tables.ts';
import { forbidden, sentences } from '../../errors.ts';
import { findVisibleFile, type VisibleFile } from '../files/store.ts';

/**
 * The file whose variables the caller wants, refused in the order of the rulings: existence, plan, account,
 * permission, kind of file.
 *
 * @throws ApiError 404, 403
 * @see ERR-06, ERR-12, rulings H16, H19
 */
export async function findVariablesFile(
  database: Kysely<Tables>,
  caller: Caller,
  key: string,
  access: 'read' | 'write',
): Promise<VisibleFile> {
  const file = await findVisibleFile(database, caller, key);
  if (file.organizationPlan !== 'enterprise') throw forbidden(sentences.limitedByPlan);
  if (!isFullMember(caller, file.organizationId)) throw forbidden(sentences.incorrectAccountType);
  if (access === 'read') return file;
  if (!mayEdit(file.role)) throw forbidden(sentences.insufficientFilePermissions);
  if (file.editor_type !== 'figma') throw forbidden(sentences.designFilesOnly);
  return file;
}
