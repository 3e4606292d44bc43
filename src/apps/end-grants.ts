import type { Kysely } from 'kysely';
import { mayAllowApp } from '../access/app-access.ts';
import { findCallerUser } from '../access/caller-store.ts';
import type { AppId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { deleteTokensOfApp } from '../tokens/tokens-of-apps-store.ts';
import { endWaitingCodes } from './codes-store.ts';
import { closedAppsOf, deleteGrant, holdersOfCode } from './grants-store.ts';

/** Ends everything by which an app acts for a person: the grant, its refresh token and the access token. */
async function endGrant(transaction: Kysely<Tables>, appId: AppId, userId: UserId): Promise<boolean> {
  await deleteTokensOfApp(transaction, appId, userId);
  return deleteGrant(transaction, appId, userId);
}

/** The same, and the codes that wait for their exchange. Answers whether there was anything. */
export async function endAllowance(
  transaction: Kysely<Tables>,
  appId: AppId,
  userId: UserId,
): Promise<boolean> {
  const hadCode = await endWaitingCodes(transaction, appId, userId);
  return (await endGrant(transaction, appId, userId)) || hadCode;
}

/** Ends what was given for a code that somebody used twice. Answers whether there was something. */
export async function endGrantOfCode(transaction: Kysely<Tables>, codeHash: string): Promise<boolean> {
  const holders = await holdersOfCode(transaction, codeHash);
  return holders !== undefined && endGrant(transaction, holders.appId, holders.userId);
}

/**
 * Ends what somebody allowed apps that are no longer open to them, since they left a team or lost a role: a private
 * app acts for the people of its place only.
 *
 * @see OAUTH-23…25
 */
export async function endLostGrants(transaction: Kysely<Tables>, userId: UserId): Promise<void> {
  const user = await findCallerUser(transaction, userId);
  for (const { clientId, teamRole, ...app } of await closedAppsOf(transaction, userId)) {
    if (user === undefined || !mayAllowApp(user, app, teamRole))
      await endAllowance(transaction, clientId, userId);
  }
}
