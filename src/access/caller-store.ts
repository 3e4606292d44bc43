import type { Kysely, Selectable } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables, UsersTable } from '../database/tables.ts';
import type { CallerUser } from './caller.ts';

/** What is read of the people who call. */
export const userColumns = [
  'users.id',
  'users.handle',
  'users.email',
  'users.img_url',
  'users.organization_id',
  'users.role',
  'users.seat',
  'users.installation_admin',
] as const;

/** What `userOf` makes a caller's person of. */
export type UserColumns = Pick<
  Selectable<UsersTable>,
  'id' | 'handle' | 'email' | 'img_url' | 'organization_id' | 'role' | 'seat' | 'installation_admin'
>;

export function userOf(row: UserColumns): CallerUser {
  return {
    id: row.id,
    handle: row.handle,
    email: row.email,
    imgUrl: row.img_url,
    organizationId: row.organization_id,
    role: row.role,
    seat: row.seat,
    installationAdmin: row.installation_admin === 1,
  };
}

export async function findCallerUser(database: Kysely<Tables>, id: UserId): Promise<CallerUser | undefined> {
  const row = await userById(database, id);
  return row === undefined ? undefined : userOf(row);
}

const userById = firstRow((database, id: UserId) =>
  database.selectFrom('users').select(userColumns).where('id', '=', id),
);

/** The administrator of the installation, of several the one who came first. */
export async function findAdministrator(database: Kysely<Tables>): Promise<CallerUser> {
  const row = await database
    .selectFrom('users')
    .select(userColumns)
    .where('installation_admin', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return userOf(row);
}
