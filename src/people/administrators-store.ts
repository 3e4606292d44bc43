import type { Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import type { Tables } from '../database/tables.ts';
import { conflict } from '../errors.ts';
import type { Person } from './people-store.ts';

/**
 * An organization keeps somebody who administers it, unless the administrator of the installation asks.
 * @throws ApiError 409
 */
export async function refuseLastAdministrator(
  transaction: Kysely<Tables>,
  caller: Caller,
  user: Person,
): Promise<void> {
  if (user.role !== 'admin' || administersInstallation(caller)) return;
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', user.organizationId)
    .where('role', '=', 'admin')
    .where('id', '!=', user.id)
    .executeTakeFirst();
  if (other === undefined)
    throw conflict(
      `${user.handle} is the only administrator of the organization; make somebody else one first.`,
    );
}

export async function hasAdministrator(database: Kysely<Tables>): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('id')
    .where('installation_admin', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}
