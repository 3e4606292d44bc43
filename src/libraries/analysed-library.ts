import { type Caller, isFullMember } from '../access/caller.ts';
import type { UsedKind } from '../content/library-uses.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { badRequest, forbidden, sentences } from '../errors.ts';
import { visibleFile } from '../files/visible-file-store.ts';
import { countUses } from './count-uses.ts';
import type { AnalysedLibrary } from './library-uses-store.ts';

/**
 * The library whose uses the caller wants, counted up to the newest version of every file. Members of an
 * organization with the plan for it learn them. The interface names no 404 here: a file that is not there for the
 * caller is refused like one whose uses are not theirs.
 *
 * @throws ApiError 403, and 400 for a branch
 * @see ruling H16
 */
export async function findAnalysedLibrary(
  context: Context,
  caller: Caller,
  fileKey: FileKey,
  kind: UsedKind,
): Promise<AnalysedLibrary> {
  const file = await visibleFile(context.database, caller, fileKey);
  if (file === undefined) throw forbidden(`There is no file "${fileKey}" whose uses you may see.`);
  const { key, mainFileKey, organizationPlan, organizationId } = file;
  if (organizationPlan !== 'enterprise') throw forbidden(sentences.limitedByPlan);
  if (!isFullMember(caller, organizationId)) throw forbidden(sentences.incorrectAccountType);
  if (mainFileKey !== null) throw badRequest('file_key names a branch; only main files are libraries.');
  await countUses(context);
  return { fileKey: key, organizationId, kind };
}
