import type { Kysely } from 'kysely';
import type { Counted } from '../access/caps.ts';
import type { Change } from '../change.ts';
import type { TokenId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import type { BroughtToken } from '../tokens/brought-token.ts';
import { changeToken, type TokenChanges } from '../tokens/change-token.ts';
import { createToken, type IssuedToken, type NewToken } from '../tokens/create-token.ts';
import { findApp } from './apps-store.ts';

/**
 * Makes a token that a workspace file says, also one by which an app acts for somebody. It may have scopes that the
 * app does not ask for, and be of somebody to whom the app is not open: nobody is asked, so what people may allow an
 * app says nothing of it, and whoever brings it may give the app more.
 *
 * @throws ApiError 400, 403
 */
export async function bringToken(
  change: Change,
  wanted: NewToken & { readonly brought: BroughtToken },
  counted: Counted<'tokensOfPerson'>,
): Promise<IssuedToken> {
  await refuseUnknownApp(change.transaction, wanted.brought);
  return createToken(change, wanted, counted);
}

/**
 * Makes another of a token that a workspace file says.
 * @throws ApiError 400, 403
 */
export async function changeBroughtToken(change: Change, id: TokenId, changes: TokenChanges): Promise<void> {
  await refuseUnknownApp(change.transaction, changes);
  await changeToken(change, id, changes);
}

/** @throws ApiError 400 for an app that there is not, and for one whose token is no app's */
async function refuseUnknownApp(
  transaction: Kysely<Tables>,
  { appId, kind }: Pick<BroughtToken, 'appId' | 'kind'>,
): Promise<void> {
  if (appId === null) return;
  if (kind !== 'oauth') throw badRequest('It names an app, so its kind is "oauth".');
  if ((await findApp(transaction, appId)) === undefined)
    throw badRequest(`It names the app "${appId}", which does not exist.`);
}
