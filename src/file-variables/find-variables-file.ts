import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden, sentences } from '../errors.ts';
import { findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';
import { requireVariablesAccess, type VariablesAccess } from './variables-access.ts';

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
  key: FileKey,
  access: VariablesAccess,
): Promise<VisibleFile> {
  const file = await findVisibleFile(database, caller, key);
  if (file.organizationPlan !== 'enterprise') throw forbidden(sentences.limitedByPlan);
  requireVariablesAccess(caller, file, access);
  return file;
}

/**
 * The file whose variables the caller changes as the editor does, on any plan.
 * @throws ApiError 404, 403
 */
export async function findEditedVariables(
  database: Kysely<Tables>,
  caller: Caller,
  key: FileKey,
): Promise<VisibleFile> {
  const file = await findVisibleFile(database, caller, key);
  requireVariablesAccess(caller, file, 'change');
  return file;
}
