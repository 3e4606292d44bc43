import { idOfNothing, type OrganizationId } from '../contract/branded-ids.ts';
import type { CallerUser } from './caller.ts';

/** What a plan access token lends from: the person who issued it. */
type Issuer = Pick<CallerUser, 'role' | 'organizationId'>;

/**
 * Whether a plan access token is refused, since who issued it is no administrator of its organization any more.
 * Asked at each use, whatever took the role away; where a change of the person does, the token has ended for good.
 * @see ruling H35
 */
export function hasPlanTokenEnded(issuer: Issuer, organizationId: OrganizationId | null): boolean {
  return organizationId === null || issuer.role !== 'admin' || issuer.organizationId !== organizationId;
}

/** The issuer as the token lends from them: an administrator of that organization, and nothing elsewhere. */
export function confinedTo(organizationId: OrganizationId | null, issuer: CallerUser): CallerUser {
  return { ...issuer, installationAdmin: false, confinedTo: organizationId ?? idOfNothing };
}

/** Whether an organization is beyond the one that somebody is confined to. */
export function isBeyond(
  { confinedTo: own }: Pick<CallerUser, 'confinedTo'>,
  organizationId: OrganizationId,
): boolean {
  return own !== undefined && own !== organizationId;
}
