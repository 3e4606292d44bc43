import type { Kysely } from 'kysely';
import type { ProvenPerson } from '../access/single-sign-on/proven-person.ts';
import type { WritingChange } from '../change.ts';
import type { IdentityId, UserId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import type { Tables } from '../database/tables.ts';

/** Who somebody is at the provider, as it is stored. */
export type Identity = CamelRow<'identities'>;

const { selected, columnsOf } = camelColumns('identities', [
  ...(['id', 'issuer', 'subject', 'user_id', 'email', 'created_at', 'last_used_at'] as const),
]);

type Named = Pick<ProvenPerson, 'issuer' | 'subject'>;

/** Whose identity that is, if it is linked: by issuer and subject, never by the e-mail address. */
export function findIdentity(
  database: Kysely<Tables>,
  { issuer, subject }: Named,
): Promise<Identity | undefined> {
  return database
    .selectFrom('identities')
    .select(selected)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Oldest first. */
export function identitiesOf(database: Kysely<Tables>, userId: UserId): Promise<Identity[]> {
  return database
    .selectFrom('identities')
    .select(selected)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertIdentity(transaction: Kysely<Tables>, identity: Identity): Promise<void> {
  await transaction.insertInto('identities').values(columnsOf(identity)).execute();
}

export async function rememberIdentityUse({ transaction, at }: WritingChange, id: IdentityId): Promise<void> {
  await transaction.updateTable('identities').set({ last_used_at: at }).where('id', '=', id).execute();
}

export async function deleteIdentity(transaction: Kysely<Tables>, id: IdentityId): Promise<void> {
  await transaction.deleteFrom('identities').where('id', '=', id).execute();
}
