import type { Kysely } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import type { Visit } from '../../pages/visit.ts';
import { secretCookie } from '../../tokens/session.ts';
import { endSession, insertSession } from '../../tokens/sessions-store.ts';

/**
 * Signs somebody in, and answers the cookies that say so: one for now, and one for later tries in this browser. The
 * browser gets another secret, so that one it was given before stands for nobody; who was signed in before is so
 * no more.
 */
export async function beginSession(
  transaction: Kysely<Tables>,
  { ids, clock, devices }: Pick<Context, 'ids' | 'clock' | 'devices'>,
  visit: Visit,
  userId: string,
): Promise<string[]> {
  const secret = ids.secret();
  if (visit.session !== undefined) await endSession(transaction, visit.session.hash);
  await insertSession(transaction, { secret, userId, now: clock.now() });
  return [secretCookie(secret), devices.cookie({ id: ids.uuid(), userId })];
}
