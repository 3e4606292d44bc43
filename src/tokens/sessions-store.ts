import type { Kysely } from 'kysely';
import type { CallerUser } from '../access/caller.ts';
import { userOf } from '../access/caller-store.ts';
import { lastingSession } from '../access/stored-session-store.ts';
import { hashToken } from '../access/token-hash.ts';
import type { WritingChange } from '../change.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import { rememberUse } from './remember-use.ts';
import { sessionIdleMs, sessionLongestMs } from './session.ts';

/** The last use of a session is remembered this exactly. */
const useResolutionMs = 60_000;

export interface Session {
  readonly hash: string;
  readonly user: CallerUser;
}

/** For `beginSession` alone: from now on the secret stands for that person. */
export async function insertSession(
  { transaction, at }: WritingChange,
  { secret, userId }: { readonly secret: string; readonly userId: UserId },
): Promise<void> {
  await transaction
    .insertInto('sessions')
    .values({
      hash: hashToken(secret),
      user_id: userId,
      created_at: at,
      last_seen_at: at,
      expires_at: at + sessionLongestMs,
    })
    .execute();
}

const openSession = firstRow((database, hash: string, now: number, idleSince: number) =>
  lastingSession(database, hash, now).where('sessions.last_seen_at', '>', idleSince),
);

/** Who is signed in by that secret, if the session has not ended. */
export async function findSession(
  database: Kysely<Tables>,
  secret: string,
  now: number,
): Promise<Session | undefined> {
  const hash = hashToken(secret);
  const row = await openSession(database, hash, now, now - sessionIdleMs);
  if (row === undefined) return undefined;
  // Nobody waits for it, and where it fails the next look is remembered.
  if (now - row.last_seen_at > useResolutionMs) rememberLook(database, hash, now).catch(() => undefined);
  return { hash, user: userOf(row) };
}

const rememberLook = (database: Kysely<Tables>, hash: string, at: number): Promise<void> =>
  rememberUse(database, hash, (transaction) =>
    transaction.updateTable('sessions').set({ last_seen_at: at }).where('hash', '=', hash).execute(),
  );

/** For those alone who end one session. */
export async function deleteSession(transaction: Kysely<Tables>, hash: string): Promise<void> {
  await transaction.deleteFrom('sessions').where('hash', '=', hash).execute();
}

/** Ends the sessions of a person, all or all but one. */
export async function endSessionsOf(
  transaction: Kysely<Tables>,
  userId: UserId,
  exceptHash = '',
): Promise<void> {
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('hash', '!=', exceptHash)
    .execute();
}

/** Forgets sessions that have ended. */
export async function deleteEndedSessions(database: Kysely<Tables>, now: number): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where((term) =>
      term.or([term('expires_at', '<=', now), term('last_seen_at', '<=', now - sessionIdleMs)]),
    )
    .execute();
}
