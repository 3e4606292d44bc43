import type { Kysely } from 'kysely';
import { administratorScopes } from '../access/scopes.ts';
import { hashToken } from '../access/token-hash.ts';
import type { Tables } from '../database/tables.ts';

const tokenName = 'Administrator of this installation';

/** The installation's administrator, made where there is none. */
export async function createAdministrator(
  transaction: Kysely<Tables>,
  freshId: string,
  now: number,
): Promise<{ id: string; isNew: boolean }> {
  const present = await transaction
    .selectFrom('users')
    .select('id')
    .where('installation_admin', '=', 1)
    .executeTakeFirst();
  if (present !== undefined) return { id: present.id, isNew: false };
  await transaction
    .insertInto('users')
    .values({
      id: freshId,
      handle: 'Administrator',
      email: 'administrator@localhost',
      img_url: '',
      password_hash: null,
      organization_id: null,
      role: 'admin',
      seat: 'full',
      installation_admin: 1,
      created_at: now,
    })
    .execute();
  return { id: freshId, isNew: true };
}

/** Id of the organization, team and project that an installation without a workspace file starts with. */
export const firstPlaceId = '1';

/** An organization, a team and a project, so that a design can be imported at once. @see ruling H12 */
export async function createFirstPlace(
  transaction: Kysely<Tables>,
  administratorId: string,
  now: number,
): Promise<void> {
  const id = firstPlaceId;
  await transaction
    .insertInto('organizations')
    .values({ id, name: 'My organization', plan: 'enterprise', region: 'standard', created_at: now })
    .execute();
  await transaction
    .insertInto('teams')
    .values({ id, name: 'My team', organization_id: id, created_at: now })
    .execute();
  await transaction
    .insertInto('projects')
    .values({ id, name: 'Designs', team_id: id, access: 'team', parent_id: null, created_at: now })
    .execute();
  await transaction
    .updateTable('users')
    .set({ organization_id: id })
    .where('id', '=', administratorId)
    .execute();
  await transaction
    .insertInto('team_members')
    .values({ team_id: id, user_id: administratorId, role: 'admin' })
    .execute();
}

/** Stores the administrator's token in place of the one before. It does not expire. */
export async function storeAdministratorToken(
  transaction: Kysely<Tables>,
  token: { id: string; userId: string; token: string; now: number },
): Promise<void> {
  await transaction
    .deleteFrom('tokens')
    .where('user_id', '=', token.userId)
    .where('name', '=', tokenName)
    .where('expires_at', 'is', null)
    .execute();
  await transaction
    .insertInto('tokens')
    .values({
      id: token.id,
      hash: hashToken(token.token),
      kind: 'personal',
      user_id: token.userId,
      name: tokenName,
      scopes: JSON.stringify(administratorScopes),
      created_at: token.now,
      expires_at: null,
      last_used_at: null,
    })
    .execute();
}
