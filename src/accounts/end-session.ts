import type { Change } from '../change.ts';
import { notFound } from '../errors.ts';
import { deleteSession, endSessionsOf } from '../tokens/sessions-store.ts';

/**
 * Signs who says so out in the browser in which they say it.
 * @throws ApiError 404 where it is no session that says it
 */
export async function endSession({ transaction, by }: Change): Promise<void> {
  if (by.csrfToken === undefined) throw notFound('No session');
  await deleteSession(transaction, by.tokenHash);
}

/** Signs who says so out in every browser. Tokens go on. */
export async function endSessions({ transaction, by }: Change): Promise<void> {
  await endSessionsOf(transaction, by.user.id);
}
