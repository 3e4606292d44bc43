import type { Kysely } from 'kysely';
import { findCallerUser } from '../access/caller-store.ts';
import { uncounted } from '../access/caps.ts';
import { hashToken } from '../access/token-hash.ts';
import { bringToken, changeBroughtToken } from '../apps/bring-token.ts';
import { appIdOf, idOfNothing, type OrganizationId, type UserId } from '../contract/branded-ids.ts';
import type { WorkspaceFileToken } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import type { BroughtToken } from '../tokens/brought-token.ts';
import { findTokenNamed } from '../tokens/issued-tokens-store.ts';
import { chosenScopes } from '../tokens/token-rules.ts';
import { type Applying, bring, ofEntry, brought as whyUncounted } from './applying.ts';

/** A token is there by its name and whose it is. One that has no value in the file gets one, which is printed. */
export async function applyToken(
  applying: Applying,
  userId: UserId,
  entry: WorkspaceFileToken,
): Promise<void> {
  const { change, report } = applying;
  const { name, token: value, kind = 'personal', scopes } = entry;
  const appId = appIdOf(entry.app) ?? null;
  const title = `The token "${name}"`;
  const present = await findTokenNamed(change.transaction, userId, name);
  // What a plan access token was made for it stays of; at first its issuer's organization.
  const organizationId =
    kind === 'plan' ? (present?.organizationId ?? (await planOf(change.transaction, userId))) : null;
  const brought: BroughtToken = { kind, userId, appId, organizationId, value };
  const id = `${userId}/${name}`;
  const create = async () => {
    const wanted = { name, scopes, seconds: entry.expires_in, brought };
    const issued = await bringToken(change, wanted, uncounted('tokensOfPerson', whyUncounted));
    if (value === undefined) report.tokens[id] = issued.value;
  };
  await bring(
    applying,
    { kind: 'token', id, title },
    {
      present,
      wanted: {
        kind,
        appId,
        organizationId,
        hash: value === undefined ? undefined : hashToken(value),
        scopes: JSON.stringify(await ofEntry(title, async () => chosenScopes(scopes))),
      },
      create,
      change: () => changeBroughtToken(change, present?.id ?? idOfNothing, { ...brought, scopes }),
    },
  );
}

async function planOf(transaction: Kysely<Tables>, userId: UserId): Promise<OrganizationId | null> {
  return (await findCallerUser(transaction, userId))?.organizationId ?? null;
}
