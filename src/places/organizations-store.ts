import type { Kysely } from 'kysely';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { requireInstallationAdministrator } from '../access/installation-administrator.ts';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import type { OrganizationId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import { forbidden, notFound } from '../errors.ts';
import { administersOrganization } from './place-role.ts';

type OrganizationRow = CamelRow<'organizations'>;

export type Organization = Omit<OrganizationRow, 'createdAt'>;

const { columnsOf } = camelColumns('organizations', ['id', 'name', 'plan', 'region', 'created_at']);

const organizations = (database: Kysely<Tables>) =>
  database.selectFrom('organizations').select(['id', 'name', 'plan', 'region']);

export async function findOrganization(
  database: Kysely<Tables>,
  id: OrganizationId,
): Promise<Organization | undefined> {
  return organizations(database).where('id', '=', id).executeTakeFirst();
}

export async function planOf(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
): Promise<Organization['plan'] | undefined> {
  return (await planRow(database, organizationId))?.plan;
}

const planRow = firstRow((database, id: OrganizationId) =>
  database.selectFrom('organizations').select('plan').where('id', '=', id),
);

/** The first with that name; names are no keys. */
export async function findOrganizationByName(
  database: Kysely<Tables>,
  name: string,
): Promise<Organization | undefined> {
  return organizations(database).where('name', '=', name).executeTakeFirst();
}

export async function hasOrganization(database: Kysely<Tables>): Promise<boolean> {
  return (await database.selectFrom('organizations').select('id').executeTakeFirst()) !== undefined;
}

/** The id of the only organization of the installation, where there is exactly one. */
export async function onlyOrganization(database: Kysely<Tables>): Promise<OrganizationId | undefined> {
  const [first, second] = await database.selectFrom('organizations').select('id').limit(2).execute();
  return second === undefined ? first?.id : undefined;
}

/** So many organizations of the installation, the oldest first. */
export async function firstOrganizations(
  database: Kysely<Tables>,
  most: number,
): Promise<Pick<Organization, 'id' | 'name'>[]> {
  return database
    .selectFrom('organizations')
    .select(['id', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/**
 * An organization of the caller; of others nobody learns that they are there.
 * @throws ApiError 404
 */
export async function findOwnOrganization(
  database: Kysely<Tables>,
  caller: Caller,
  id: OrganizationId,
): Promise<Organization> {
  const isOwn = caller.user.organizationId === id || administersInstallation(caller);
  const organization = isOwn ? await findOrganization(database, id) : undefined;
  if (organization === undefined) throw notFound('Organization not found');
  return organization;
}

/**
 * The organization, where the caller administers it.
 * @throws ApiError 404 for an organization that is not there or not the caller's, 403
 */
export async function requireAdministeredOrganization(
  database: Kysely<Tables>,
  caller: Caller,
  id: OrganizationId,
): Promise<Organization> {
  const organization = await findOwnOrganization(database, caller, id);
  if (!administersOrganization(caller, id)) {
    throw forbidden('Only an administrator of the organization may do this.');
  }
  return organization;
}

/** An organization with how much there is of it. */
export interface CountedOrganization extends Organization {
  readonly people: number;
  readonly teams: number;
}

/**
 * The organizations of the installation, the oldest first.
 * @throws ApiError 403 for who does not administer it
 */
export async function pageOfOrganizations(
  database: Kysely<Tables>,
  caller: Caller,
  query: PageQuery,
): Promise<Page<CountedOrganization>> {
  requireInstallationAdministrator(caller, 'list its organizations');
  const { rows, ...page } = await pageByTime(countedOrganizations(database), 'organizations', query);
  return {
    ...page,
    rows: rows.map((row) => ({ ...row, people: Number(row.people), teams: Number(row.teams) })),
  };
}

const countedOrganizations = (database: Kysely<Tables>) =>
  database
    .selectFrom('organizations')
    .select(['id', 'name', 'plan', 'region', 'created_at as createdAt'])
    .select(({ selectFrom, fn }) => [
      selectFrom('users')
        .select(fn.countAll().as('count'))
        .whereRef('users.organization_id', '=', 'organizations.id')
        .$asScalar()
        .as('people'),
      selectFrom('teams')
        .select(fn.countAll().as('count'))
        .whereRef('teams.organization_id', '=', 'organizations.id')
        .$asScalar()
        .as('teams'),
    ]);

/** For `createOrganization` alone. */
export async function insertOrganization(
  transaction: Kysely<Tables>,
  organization: OrganizationRow,
): Promise<void> {
  await transaction.insertInto('organizations').values(columnsOf(organization)).execute();
}

/** For `changeOrganization` alone. */
export async function updateOrganization(
  transaction: Kysely<Tables>,
  id: OrganizationId,
  changes: Partial<Organization>,
): Promise<void> {
  await transaction.updateTable('organizations').set(columnsOf(changes)).where('id', '=', id).execute();
}
