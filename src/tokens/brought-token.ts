import type { Kysely } from 'kysely';
import { hashToken } from '../access/token-hash.ts';
import type { AppId, OrganizationId, TokenId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { findOtherTokenOfApp, findTokenOfHash } from './issued-tokens-store.ts';

/** Whose token it is, as what, and its value: what nobody chooses for themselves, but a workspace file or a start. */
export interface BroughtToken {
  readonly kind: 'personal' | 'oauth' | 'plan';
  readonly userId: UserId;
  /** Of the kind oauth: what it was issued to. */
  readonly appId: AppId | null;
  /** Of the kind plan: what it is confined to. Who issued it may administer that no more: then it has ended. */
  readonly organizationId: OrganizationId | null;
  /** That of the installation's administrator alone ends by no time. */
  readonly isLasting?: boolean | undefined;
  /** Made where it is left out. */
  readonly value?: string | undefined;
}

/** @throws ApiError 400 for what can be one token's alone, and is another's */
export async function refuseTaken(
  transaction: Kysely<Tables>,
  { id, kind, userId, appId, organizationId, value }: BroughtToken & { readonly id: TokenId },
): Promise<void> {
  if (kind === 'plan' && organizationId === null)
    throw badRequest('A plan access token is issued by somebody who belongs to an organization.');
  const other = appId === null ? undefined : await findOtherTokenOfApp(transaction, { appId, userId, id });
  if (other !== undefined)
    throw badRequest(
      `The app "${appId}" has the token "${other.name}" of user ${userId}, and has one at the most.`,
    );
  const holder = value === undefined ? undefined : await findTokenOfHash(transaction, hashToken(value));
  if (holder !== undefined && holder.id !== id)
    throw badRequest('Its value is one that another token has already.');
}
