import type { Kysely } from 'kysely';
import { emailKey } from '../access/email-address.ts';
import type { Tables } from '../database/tables.ts';

export type ForgetfulPerson = Awaited<ReturnType<typeof peopleWithEmail>>[number];

/** An address may be that of several people's accounts; no more than these are sent a mail at once. */
const mostAccounts = 8;

/** The accounts of an address, by the names of their organizations. */
export async function peopleWithEmail(database: Kysely<Tables>, email: string) {
  return database
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([
      'users.id',
      'users.handle',
      'users.email',
      'users.installation_admin',
      'organizations.name as organization',
    ])
    .where((term) => term(term.fn<string>('lower', ['users.email']), '=', emailKey(email)))
    .where('users.email', '!=', '')
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id')
    .limit(mostAccounts)
    .execute();
}
