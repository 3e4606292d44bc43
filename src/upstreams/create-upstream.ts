import { X509Certificate } from 'node:crypto';
import { administersInstallation, type Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { type OrganizationId, type UpstreamId, upstreamIdOf } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { recordUpstream } from './record-upstream.ts';
import { type Grant, sealGrant } from './sealed-grant.ts';
import { sealToken } from './sealed-token.ts';
import { insertUpstream, type Upstream } from './upstreams-store.ts';

export interface NewUpstream {
  readonly organizationId: OrganizationId;
  readonly name: string;
  /** The original's, where it is left out. */
  readonly baseUrl?: string | undefined;
  readonly ca?: string | undefined;
  readonly token: GivenToken;
  /** Of its limits, from 0.01 to 1. */
  readonly share?: number | undefined;
}

/** A token that somebody has there, or what an app of theirs has one refreshed by. */
export type GivenToken =
  | {
      readonly token: string;
      readonly tokenKind?: Upstream['tokenKind'] | undefined;
      /** Where that is known. */
      readonly endsAt?: number | undefined;
    }
  | { readonly grant: Grant };

const originalUrl = 'https://api.figma.com';
const usualShare = 0.5;

/**
 * Counts the upstreams that there are, ahead of the change that adds another.
 * @throws ApiError 400, 403, 404
 */
export async function prepareUpstream(
  { database }: Context,
  caller: Caller,
  { organizationId }: Pick<NewUpstream, 'organizationId'>,
): Promise<Counted<'upstreamsOfOrganization'>> {
  await requireAdministeredOrganization(database, caller, organizationId);
  return refuseBeyond(database, 'upstreamsOfOrganization', organizationId);
}

/**
 * Adds a server that designs are read from. What it calls keys and ids are kept only where the administrator of the
 * installation vouches for it: else whoever runs a server chose what no two things here share.
 *
 * @throws ApiError 400, 403, 404
 */
export async function createUpstream(
  change: Change,
  wanted: NewUpstream,
  counted: Counted<'upstreamsOfOrganization'>,
): Promise<Upstream> {
  const { transaction, by, at, context } = change;
  const { organizationId, name, token, share = usualShare } = wanted;
  const organization = await requireAdministeredOrganization(transaction, by, organizationId);
  spend(counted, 'upstreamsOfOrganization', organization.id);
  requireName(name);
  const id = upstreamIdOf(context.ids.digits());
  const upstream: Upstream = {
    id,
    organizationId: organization.id,
    name,
    ...sealedTokenOf(change, id, token),
    baseUrl: readBaseUrl(wanted.baseUrl ?? originalUrl),
    ca: readAuthority(wanted.ca),
    sharePercent: Math.round(share * 100),
    keepsIds: administersInstallation(by) ? 1 : 0,
    plan: null,
    seat: null,
    createdAt: at,
  };
  await insertUpstream(transaction, upstream);
  await recordUpstream(change, 'org_upstream_add', upstream);
  return upstream;
}

type TokenColumns = Pick<
  Upstream,
  'sealedToken' | 'tokenKind' | 'sealedGrant' | 'tokenEndsAt' | 'refreshAt' | 'grantFailure'
> &
  Pick<Upstream, 'grantLease' | 'grantLeasedUntil'>;

/** Tokens of grants are got when they are first needed, and sent as those of plans are. @throws ApiError 400 */
export function sealedTokenOf(
  { at, context: { secret, ids } }: Pick<Change, 'at' | 'context'>,
  id: UpstreamId,
  given: GivenToken,
): TokenColumns {
  const none = { grantFailure: null, grantLease: null, grantLeasedUntil: null };
  const seal = (token: string) => sealToken(secret.texts, id, token, ids.secret());
  if ('grant' in given) {
    const sealedGrant = sealGrant(secret.texts, id, given.grant, ids.secret());
    return {
      ...none,
      sealedToken: seal(''),
      tokenKind: 'plan',
      sealedGrant,
      tokenEndsAt: null,
      refreshAt: at,
    };
  }
  const { token, tokenKind = 'personal', endsAt = null } = given;
  const sealedToken = seal(readToken(token));
  return { ...none, sealedToken, tokenKind, sealedGrant: null, tokenEndsAt: endsAt, refreshAt: null };
}

/** @throws ApiError 400 */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:')
    throw badRequest('base_url is the address of a server, as https://api.figma.com; a token is sent there.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw badRequest('base_url has neither user nor password, query nor fragment.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** @throws ApiError 400 */
function readAuthority(pem: string | undefined): string | null {
  if (pem === undefined) return null;
  try {
    return new X509Certificate(pem).toString() && pem;
  } catch {
    throw badRequest('ca is no certificate in PEM.');
  }
}

/** @throws ApiError 400 for what no header carries */
function readToken(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw badRequest('token is one word of ASCII, as the upstream showed it once.');
  return token;
}
