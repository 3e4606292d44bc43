import type { BlobId } from '../contract/branded-ids.ts';
import { messageOf } from '../errors.ts';
import { filesWithBlob } from './blob-owners-store.ts';
import { type BlobPlace, noteDamage } from './blob-rows-store.ts';
import { BlobDamaged, ObjectCut, ObjectMissing } from './object-store.ts';
import type { Remote } from './remote.ts';

/** What is stored is not there, or not as it was stored. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof BlobDamaged || error instanceof ObjectCut || error instanceof ObjectMissing;

export function countDamage({ measures }: Remote, error: Error): void {
  measures.damaged(error instanceof ObjectMissing ? 'missing' : 'store');
}

/** Tells the administrator what is lost. @throws BlobDamaged, StoreAway or what the disk said */
export async function giveUp(
  remote: Remote,
  id: BlobId,
  { object }: BlobPlace,
  error: unknown,
): Promise<never> {
  if (!isDamage(error)) throw error;
  countDamage(remote, error);
  remote.damaged.add(id);
  // Not waited for: who reads may do so within a change that everybody else who writes waits for.
  noteDamage(remote.database, id, { object, now: remote.now() }).catch((problem) =>
    remote.log.warn({ blob: id, error: messageOf(problem) }, 'other servers are not told of the damage'),
  );
  const files = (await filesWithBlob(remote.database, id).catch(() => [])).map(({ key }) => key);
  remote.log.error({ blob: id, object, files, error: error.message }, 'stored bytes are lost or damaged');
  throw error instanceof BlobDamaged ? error : new BlobDamaged(id, error);
}
