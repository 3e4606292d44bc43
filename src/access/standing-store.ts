import type { Kysely } from 'kysely';
import { isPostgres } from '../database/column-kinds.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden, sentences } from '../errors.ts';
import type { Caller, CallerUser } from './caller.ts';
import { userOf } from './caller-store.ts';
import { lastingSession } from './stored-session-store.ts';
import { storedToken } from './stored-token-store.ts';

const openSession = firstRow(lastingSession);

const sessionEnded = 'Your session ended while this request was on its way; sign in again.';
const tokenEnded = `${sentences.invalidToken}: it ended while this request was on its way.`;
const standingChanged = 'What you may do here changed while this request was on its way; send it again.';

/** Who changes something, in which transaction, and when. */
interface MadeBy {
  readonly transaction: Kysely<Tables>;
  readonly by: Pick<Caller, 'tokenHash' | 'csrfToken' | 'user'>;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly context: { readonly database: Kysely<Tables> };
}

/** SQLite has one writer: nothing is committed beside its transaction, and outside of that much is known from memory. */
const placeOf = ({ transaction, context }: MadeBy): Kysely<Tables> =>
  isPostgres(transaction) ? transaction : context.database;

/**
 * Holds who makes a change to what they may do in its transaction: they were identified by the head of their request,
 * and its body may have taken an hour since, in which their token or session was ended, or a role taken from them.
 * @throws ApiError 403
 */
export async function requireStanding(made: MadeBy): Promise<void> {
  const { by } = made;
  // The server itself, by a workspace file or for a mirror.
  if (by.tokenHash === '') return;
  const isSession = by.csrfToken !== undefined;
  const user = await (isSession ? personBySession(made) : personByToken(made));
  if (user === undefined) throw forbidden(isSession ? sessionEnded : tokenEnded);
  if (!isSameStanding(user, by.user)) throw forbidden(standingChanged);
}

async function personBySession(made: MadeBy): Promise<CallerUser | undefined> {
  const row = await openSession(placeOf(made), made.by.tokenHash, made.at);
  return row && userOf(row);
}

async function personByToken(made: MadeBy): Promise<CallerUser | undefined> {
  const stored = await storedToken(placeOf(made), made.by.tokenHash);
  if (stored === undefined || stored.endedBecause !== undefined) return undefined;
  return stored.expiresAt !== null && stored.expiresAt <= made.at ? undefined : stored.caller.user;
}

/** Roles in teams and projects are asked in the transaction with what is changed. */
const isSameStanding = (one: CallerUser, other: CallerUser): boolean =>
  one.organizationId === other.organizationId &&
  one.role === other.role &&
  one.installationAdmin === other.installationAdmin;
