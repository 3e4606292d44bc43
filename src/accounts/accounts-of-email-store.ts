import type { Kysely } from 'kysely';
import { emailKey } from '../access/email-address.ts';
import type { Tables } from '../database/tables.ts';

export type PersonWithEmail = Awaited<ReturnType<typeof peopleWithEmail>>[number];

/** An address may be that of several people's accounts; no more than these are sent a mail at once. */
const mostAccounts = 8;

/** The accounts of an address, newest first, with the names of their organizations. */
export const accountsOfEmail = (database: Kysely<Tables>, email: string) =>
  database
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([
      'users.id',
      'users.installation_admin as installationAdmin',
      'organizations.name as organization',
    ])
    .where((term) => term(term.fn<string>('lower', ['users.email']), '=', emailKey(email)))
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id');

/** Those whose people are sent a mail. */
export const peopleWithEmail = (database: Kysely<Tables>, email: string) =>
  accountsOfEmail(database, email)
    .select(['users.handle', 'users.email'])
    .where('users.email', '!=', '')
    .limit(mostAccounts)
    .execute();
