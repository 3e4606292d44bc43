import type { Kysely } from 'kysely';
import { administersInstallation, type Caller, isFullMember } from '../access/caller.ts';
import type { OrganizationId, UpstreamId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, notFound } from '../errors.ts';
import {
  findOwnOrganization,
  firstOrganizations,
  onlyOrganization,
  requireAdministeredOrganization,
} from '../places/organizations-store.ts';
import { findUpstreamRow, type Upstream } from './upstreams-store.ts';

/**
 * An upstream of the caller's organization; of others nobody learns that they are there.
 * @throws ApiError 404
 */
export async function findUpstream(
  database: Kysely<Tables>,
  caller: Caller,
  id: UpstreamId,
): Promise<Upstream> {
  const upstream = await findUpstreamRow(database, id);
  if (upstream === undefined || !mayUse(caller, upstream)) throw notFound('Upstream not found');
  return upstream;
}

/**
 * The same, where the caller administers its organization.
 * @throws ApiError 404, 403
 */
export async function findAdministeredUpstream(
  database: Kysely<Tables>,
  caller: Caller,
  id: UpstreamId,
): Promise<Upstream> {
  const upstream = await findUpstream(database, caller, id);
  await requireAdministeredOrganization(database, caller, upstream.organizationId);
  return upstream;
}

/**
 * The organization whose upstreams are listed: the one that is named, else the caller's own; undefined for those of all,
 * which the administrator of the installation sees.
 *
 * @throws ApiError 400, 404
 */
export async function listedPlace(
  database: Kysely<Tables>,
  caller: Caller,
  asked: OrganizationId | undefined,
): Promise<OrganizationId | undefined> {
  const isOfAll = asked === undefined && administersInstallation(caller);
  return isOfAll ? undefined : upstreamsPlace(database, caller, asked);
}

/**
 * The organization whose upstreams are meant: the one that is named, else the caller's own, else the only one.
 * @throws ApiError 400, 404
 */
export async function upstreamsPlace(
  database: Kysely<Tables>,
  caller: Caller,
  asked: OrganizationId | undefined,
): Promise<OrganizationId> {
  const id = asked ?? caller.user.organizationId ?? (await onlyOrganization(database));
  if (id === undefined) {
    const known = await knownOrganizations(database, caller);
    throw badRequest(`Name the organization, with --organization or "organization"${known}.`);
  }
  const organization = await findOwnOrganization(database, caller, id);
  if (!isFullMember(caller, organization.id)) throw notFound('Organization not found');
  return organization.id;
}

const mostNamed = 10;

/** Of organizations the administrator of the installation alone learns which there are. */
async function knownOrganizations(database: Kysely<Tables>, caller: Caller): Promise<string> {
  if (!administersInstallation(caller)) return '';
  const all = await firstOrganizations(database, mostNamed + 1);
  const named = all.slice(0, mostNamed).map(({ id, name }) => `${id} ("${name}")`);
  return `: ${named.join(', ')}${all.length > mostNamed ? ', …' : ''}`;
}

const mayUse = (caller: Caller, { organizationId }: Upstream): boolean =>
  administersInstallation(caller) || isFullMember(caller, organizationId);
