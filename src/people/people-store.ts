import type { Kysely, Selectable } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { emailKey } from '../access/email-address.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import { idOfNothing, type OrganizationId, type UserId } from '../contract/branded-ids.ts';
import { among } from '../database/in-list.ts';
import type { Tables, UsersTable } from '../database/tables.ts';
import { notFound } from '../errors.ts';

type UserRow = Selectable<UsersTable>;

/** What is stored of a person in their own row. */
export interface Person {
  readonly id: UserId;
  readonly handle: string;
  readonly email: string;
  readonly imgUrl: string;
  readonly passwordHash: string | null;
  readonly organizationId: OrganizationId | null;
  readonly role: UserRow['role'];
  readonly seat: UserRow['seat'];
  readonly installationAdmin: 0 | 1;
  readonly projectsAccess: UserRow['projects_access'];
  readonly createdAt: number;
}

/** A person as logs name them. */
export type NamedPerson = Pick<Person, 'id' | 'handle' | 'email'>;

const personColumns = [
  'id',
  'handle',
  'email',
  'img_url as imgUrl',
  'password_hash as passwordHash',
  'organization_id as organizationId',
  'role',
  'seat',
  'installation_admin as installationAdmin',
  'projects_access as projectsAccess',
  'created_at as createdAt',
] as const;

const people = (database: Kysely<Tables>, organizationId: OrganizationId) =>
  database.selectFrom('users').select(personColumns).where('organization_id', '=', organizationId);

export async function idsOfPeople(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
): Promise<ReadonlySet<UserId>> {
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The people of an organization in pages, those who came first first. */
export const pageOfPeople = (
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  query: PageQuery,
): Promise<Page<Person>> => pageByTime(people(database, organizationId), 'users', query);

/** When people were last here, in a browser or by a token of their own. */
export async function lastSeenOf(
  database: Kysely<Tables>,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, number>> {
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
  organizationId: OrganizationId,
  id: UserId,
): Promise<Person> {
  const user = await database
    .selectFrom('users')
    .select(personColumns)
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
  organizationId: OrganizationId,
  id: UserId,
): Promise<NamedPerson> {
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
export async function findColleague(database: Kysely<Tables>, caller: Caller, id: UserId): Promise<Person> {
  const user = await database
    .selectFrom('users')
    .select(personColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  const { organizationId } = caller.user;
  const isOne = administersInstallation(caller) || (organizationId ?? idOfNothing) === user?.organizationId;
  if (user === undefined || !isOne) throw notFound('User not found');
  return user;
}

/** All that is stored of a person who is known to be there. */
export async function findAccount(database: Kysely<Tables>, id: UserId): Promise<Person> {
  return database.selectFrom('users').select(personColumns).where('id', '=', id).executeTakeFirstOrThrow();
}

/** A person as a workspace file names them: by id, or by their e-mail address however it is written. */
export async function findNamedPerson(
  database: Kysely<Tables>,
  { id, email }: { readonly id?: UserId | undefined; readonly email: string },
): Promise<Person | undefined> {
  return database
    .selectFrom('users')
    .select(personColumns)
    .where((term) =>
      id === undefined
        ? term(term.fn<string>('lower', ['email']), '=', emailKey(email))
        : term('id', '=', id),
    )
    .executeTakeFirst();
}

/** A person who is known to be there. */
export async function findPerson(database: Kysely<Tables>, id: UserId): Promise<NamedPerson> {
  return personWith(database, id).executeTakeFirstOrThrow();
}

function personWith(database: Kysely<Tables>, id: UserId) {
  return database.selectFrom('users').select(['id', 'handle', 'email']).where('id', '=', id);
}

/** For the writers of people alone. */
export async function insertPerson(transaction: Kysely<Tables>, person: Person): Promise<void> {
  await transaction.insertInto('users').values(columnsOf(person)).execute();
}

/** For the writers of people alone: stores all of a person anew. */
export async function updatePerson(transaction: Kysely<Tables>, person: Person): Promise<void> {
  await transaction.updateTable('users').set(columnsOf(person)).where('id', '=', person.id).execute();
}

const columnsOf = ({
  imgUrl,
  passwordHash,
  organizationId,
  installationAdmin,
  projectsAccess,
  createdAt,
  ...same
}: Person): Selectable<UsersTable> => ({
  ...same,
  img_url: imgUrl,
  password_hash: passwordHash,
  organization_id: organizationId,
  installation_admin: installationAdmin,
  projects_access: projectsAccess,
  created_at: createdAt,
});
