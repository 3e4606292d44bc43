import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { endPasswordResetsOf } from '../tokens/password-resets-store.ts';
import { endSessionsOf } from '../tokens/sessions-store.ts';

/**
 * Gives a person another password. Whoever was signed in by the one before is so no more, but for the session
 * that the change is made in, and no link to choose another is left. Tokens go on: they are not signed in.
 */
export async function putPassword(
  transaction: Kysely<Tables>,
  userId: UserId,
  { hash, sessionHash }: { hash: string; sessionHash?: string | undefined },
): Promise<void> {
  await putStoredForm(transaction, userId, hash);
  await endSessionsOf(transaction, userId, sessionHash);
  await endPasswordResetsOf(transaction, userId);
}

/** Stores the same password in another form, which ends nothing. */
export async function putStoredForm(
  transaction: Kysely<Tables>,
  userId: UserId,
  hash: string,
): Promise<void> {
  await transaction.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}

/** The stored form of somebody's password; null where they have none. */
export async function passwordHashOf(database: Kysely<Tables>, userId: UserId): Promise<string | null> {
  const row = await database
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}
