import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { notFound } from '../errors.ts';
import { findVisibleFile } from '../files/visible-file-store.ts';
import { type MirrorStep, stepsOfFile } from './mirror-steps-store.ts';
import { findMirroredFile, type MirroredFile } from './mirrored-files-store.ts';

/**
 * What was done last to keep a file current, for whoever sees it.
 * @throws ApiError 404
 */
export async function mirroredSteps(
  database: Kysely<Tables>,
  caller: Caller,
  key: FileKey,
): Promise<{ file: MirroredFile; steps: MirrorStep[] }> {
  await findVisibleFile(database, caller, key);
  const file = await findMirroredFile(database, key);
  if (file === undefined || file.state === 'detached') throw notFound('The file mirrors none.');
  return { file, steps: await stepsOfFile(database, key) };
}
