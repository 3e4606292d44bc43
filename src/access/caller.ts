import type { AppId, OrganizationId, TokenId, UserId } from '../contract/branded-ids.ts';
import type { OrganizationsTable } from '../database/tables.ts';

/** The kinds of token; each travels in its own header (AUTH-02). */
export type TokenKind = 'personal' | 'oauth' | 'plan';

/** Who calls, with what token and from where. */
export interface Caller {
  readonly tokenId: TokenId;
  readonly tokenName: string;
  readonly tokenHash: string;
  /** That of the client, by what a trusted proxy says where there is one. */
  readonly ipAddress: string;
  /** A session counts as a person's own token. */
  readonly kind: TokenKind;
  readonly scopes: ReadonlySet<string>;
  /** The app that acts, where one does. */
  readonly app: { readonly id: AppId; readonly state: 'draft' | 'private' | 'public' } | null;
  /** Set while a mirror brings what its upstream has: nobody else may change mirrored files. */
  readonly bringsMirrored?: true;
  /** Of a session: the token that its writes have to carry, against requests forged by other pages. */
  readonly csrfToken?: string;
  readonly user: CallerUser;
  /** A plan that a test gave to the token; it counts instead of the plan of any organization. */
  readonly plan?: OrganizationsTable['plan'];
}

export interface CallerUser {
  /** Digits, possibly above 2^53. */
  readonly id: UserId;
  readonly handle: string;
  readonly email: string;
  readonly imgUrl: string;
  readonly organizationId: OrganizationId | null;
  readonly role: 'admin' | 'member' | 'guest';
  readonly seat: 'full' | 'dev' | 'collab' | 'view';
  readonly installationAdmin: boolean;
  /** Of a plan access token: the one organization that is there for its caller. @see ruling H35 */
  readonly confinedTo?: OrganizationId;
}

/** Whether the caller is the installation's administrator, who sees and may do everything their token has a scope for. */
export function administersInstallation(caller: Caller): boolean {
  return caller.user.installationAdmin;
}

/** Whether somebody is of an organization and no guest in it. */
export function isMemberOf(
  user: Pick<CallerUser, 'organizationId' | 'role'>,
  organizationId: OrganizationId,
): boolean {
  return user.organizationId === organizationId && user.role !== 'guest';
}

/** Whether the caller counts as a member of an organization. @see ruling H19 */
export function isFullMember({ user }: Caller, organizationId: OrganizationId): boolean {
  return user.installationAdmin || isMemberOf(user, organizationId);
}
