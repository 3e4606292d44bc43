import type { Kysely } from 'kysely';
import { userColumns, userOf } from '../access/caller-store.ts';
import { mayHoldReset } from '../access/refuse-takeover.ts';
import { hashToken } from '../access/token-hash.ts';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

export const resetLifeMs = 3_600_000;

/** Whose password a link changes. */
export type ResettablePerson = NonNullable<Awaited<ReturnType<typeof personToReset>>>;

/** A link by which a person chooses another password. */
export interface PasswordReset {
  readonly hash: string;
  readonly userId: UserId;
  /** The administrator who was given the link where no mail is sent. */
  readonly shownTo: UserId | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** For those alone who make a link. */
export async function insertPasswordReset(
  transaction: Kysely<Tables>,
  { hash, userId, shownTo, createdAt, expiresAt }: PasswordReset,
): Promise<void> {
  await transaction
    .insertInto('password_resets')
    .values({ hash, user_id: userId, shown_to: shownTo, created_at: createdAt, expires_at: expiresAt })
    .execute();
}

/**
 * The person whose password the link changes; undefined for a link that was used or is older than an hour. One
 * that an administrator was given counts only while they could still be given it.
 */
export async function personToReset(database: Kysely<Tables>, token: string, now: number) {
  const person = await database
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['users.id', 'users.handle', 'users.email', 'users.organization_id as organizationId'])
    .select(['users.installation_admin as installationAdmin', 'organizations.name as organization'])
    .select('password_resets.shown_to as shownTo')
    .where('password_resets.hash', '=', hashToken(token))
    .where('password_resets.expires_at', '>', now)
    .executeTakeFirst();
  if (person === undefined || person.shownTo === null) return person;
  const holder = await database
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', person.shownTo)
    .executeTakeFirst();
  if (holder === undefined) return undefined;
  return (await mayHoldReset(database, userOf(holder), person)) ? person : undefined;
}

/** Ends all links of a person. Answers how many there were: of two who use the same one, one finds none. */
export async function endPasswordResetsOf(transaction: Kysely<Tables>, userId: UserId): Promise<bigint> {
  const { numDeletedRows } = await transaction
    .deleteFrom('password_resets')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}

export async function deleteEndedPasswordResets(database: Kysely<Tables>, now: number): Promise<void> {
  await database.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
}
