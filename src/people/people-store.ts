import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { emailKey } from '../access/email-address.ts';
import type { Page, PageQuery } from '../access/page.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { WorkspaceUser } from '../contract/contract.ts';
import { among } from '../database/among.ts';
import type { Tables, UsersTable } from '../database/tables.ts';
import { conflict, forbidden, notFound } from '../errors.ts';

export type UserRow = Selectable<UsersTable>;
export type PersonRow = Pick<UserRow, 'id' | 'handle' | 'email'>;

const people = (database: Kysely<Tables>, organizationId: string) =>
  database.selectFrom('users').selectAll().where('organization_id', '=', organizationId);

export const peopleOf = (database: Kysely<Tables>, organizationId: string): Promise<UserRow[]> =>
  people(database, organizationId).execute();

/** The same in pages, those who came first first. */
export const pageOfPeople = (
  database: Kysely<Tables>,
  organizationId: string,
  query: PageQuery,
): Promise<Page<UserRow>> => pageByTime(people(database, organizationId), 'users', query);

/** When people were last here, in a browser or by a token of their own. */
export async function lastSeenOf(
  database: Kysely<Tables>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const isOne = among(database, 'user_id', userIds);
  const inBrowsers = database.selectFrom('sessions').select(['user_id', 'last_seen_at as at']).where(isOne);
  const byTokens = database
    .selectFrom('tokens')
    .select(({ ref }) => ['user_id', ref('last_used_at').$notNull().as('at')])
    .where(isOne)
    .where('kind', '=', 'personal')
    .where('last_used_at', 'is not', null);
  const rows = await database
    .selectFrom(inBrowsers.unionAll(byTokens).as('uses'))
    .select(({ fn }) => ['user_id', fn.max<number>('at').as('at')])
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, at }) => [user_id, Number(at)]));
}

/** @throws ApiError 404 */
export async function findUserOf(
  database: Kysely<Tables>,
  organizationId: string,
  id: string,
): Promise<UserRow> {
  const user = await database
    .selectFrom('users')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (user === undefined) throw notFound('User not found');
  return user;
}

/**
 * A person whom the caller may put into places of that organization: its own people; for the installation's
 * administrator anybody.
 * @throws ApiError 404
 */
export async function findInvitable(
  database: Kysely<Tables>,
  caller: Caller,
  organizationId: string,
  id: string,
): Promise<PersonRow> {
  let query = personWith(database, id);
  if (!administersInstallation(caller)) query = query.where('organization_id', '=', organizationId);
  const person = await query.executeTakeFirst();
  if (person === undefined) throw notFound('User not found');
  return person;
}

/**
 * A person of the caller's organization; for the installation's administrator anybody.
 * @throws ApiError 404
 */
export async function findColleague(database: Kysely<Tables>, caller: Caller, id: string): Promise<UserRow> {
  const user = await database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  const { organizationId } = caller.user;
  const isOne = administersInstallation(caller) || (organizationId ?? '') === user?.organization_id;
  if (user === undefined || !isOne) throw notFound('User not found');
  return user;
}

/** All that is stored of a person who is known to be there. */
export async function findAccount(database: Kysely<Tables>, id: string): Promise<UserRow> {
  return database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** A person who is known to be there. */
export async function findPerson(database: Kysely<Tables>, id: string): Promise<PersonRow> {
  return personWith(database, id).executeTakeFirstOrThrow();
}

function personWith(database: Kysely<Tables>, id: string) {
  return database.selectFrom('users').select(['id', 'handle', 'email']).where('id', '=', id);
}

/**
 * Two people of an organization do not share an e-mail address, however it is written.
 * @throws ApiError 409
 */
export async function refuseTakenEmail(
  transaction: Kysely<Tables>,
  organizationId: string,
  email: string,
  exceptId?: string,
): Promise<void> {
  if (await isEmailTaken(transaction, organizationId, email, exceptId)) {
    throw conflict(`The e-mail address ${email} is another person's of this organization.`);
  }
}

export async function isEmailTaken(
  database: Kysely<Tables>,
  organizationId: string,
  email: string,
  exceptId?: string,
): Promise<boolean> {
  const holders = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((term) => term(term.fn<string>('lower', ['email']), '=', emailKey(email)))
    .execute();
  return holders.some(({ id }) => id !== exceptId);
}

/** The installation's administrator is changed by nobody else. @throws ApiError 403 */
export function refuseHigherPerson(caller: Caller, user: UserRow): void {
  if (user.installation_admin === 1 && !administersInstallation(caller)) {
    throw forbidden('Only the administrator of this installation may change their own account.');
  }
}

/**
 * An organization keeps somebody who sees to it, unless the administrator of the installation does.
 * @throws ApiError 409
 */
export async function refuseLastAdministrator(
  transaction: Kysely<Tables>,
  caller: Caller,
  user: UserRow,
): Promise<void> {
  if (user.role !== 'admin' || administersInstallation(caller)) return;
  const other = await transaction
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', user.organization_id)
    .where('role', '=', 'admin')
    .where('id', '!=', user.id)
    .executeTakeFirst();
  if (other === undefined)
    throw conflict(
      `${user.handle} is the only administrator of the organization; make somebody else one first.`,
    );
}

export async function insertUser(transaction: Kysely<Tables>, user: Insertable<UsersTable>): Promise<void> {
  await transaction.insertInto('users').values(user).execute();
}

export async function changeUser(
  transaction: Kysely<Tables>,
  id: string,
  changes: Updateable<UsersTable>,
): Promise<void> {
  await transaction.updateTable('users').set(changes).where('id', '=', id).execute();
}

/**
 * Removes a person who owns no file, with tokens and memberships. One who stands in the history of files
 * stays there by handle and picture, and nothing else of them does.
 */
export async function removeUser(transaction: Kysely<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('tokens').where('user_id', '=', id).execute();
  await transaction.deleteFrom('app_grants').where('user_id', '=', id).execute();
  await transaction.deleteFrom('authorization_codes').where('user_id', '=', id).execute();
  await transaction.deleteFrom('sessions').where('user_id', '=', id).execute();
  await transaction.deleteFrom('identities').where('user_id', '=', id).execute();
  await transaction.deleteFrom('password_resets').where('user_id', '=', id).execute();
  await transaction.deleteFrom('password_resets').where('shown_to', '=', id).execute();
  await transaction.deleteFrom('invitations').where('inviter_id', '=', id).execute();
  await transaction
    .updateTable('webhooks')
    .set({ creator_id: null, app_id: null, plan_of: null })
    .where('creator_id', '=', id)
    .execute();
  await transaction.deleteFrom('team_members').where('user_id', '=', id).execute();
  await transaction.deleteFrom('project_members').where('user_id', '=', id).execute();
  if (!(await standsInHistory(transaction, id))) {
    await transaction.deleteFrom('users').where('id', '=', id).execute();
    return;
  }
  await changeUser(transaction, id, {
    email: '',
    password_hash: null,
    organization_id: null,
    role: 'guest',
    seat: 'view',
  });
}

async function standsInHistory(transaction: Kysely<Tables>, id: string): Promise<boolean> {
  const version = transaction.selectFrom('versions').select('user_id as id').where('user_id', '=', id);
  const touch = transaction
    .selectFrom('files')
    .select('last_touched_by as id')
    .where('last_touched_by', '=', id);
  const comment = transaction.selectFrom('comments').select('user_id as id').where('user_id', '=', id);
  const reaction = transaction
    .selectFrom('comment_reactions')
    .select('user_id as id')
    .where('user_id', '=', id);
  const all = version.unionAll(touch).unionAll(comment).unionAll(reaction);
  return (await all.limit(1).executeTakeFirst()) !== undefined;
}

/** A person as our own operations show them. */
export function userRecord(user: UserRow): WorkspaceUser {
  const { id, handle, email, img_url, role, seat } = user;
  return { id, handle, email, img_url, organization: user.organization_id, role, seat };
}
