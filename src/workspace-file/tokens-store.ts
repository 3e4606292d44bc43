import type { Kysely } from 'kysely';
import { allScopes, knownScopes } from '../access/scopes.ts';
import { hashToken } from '../access/token-hash.ts';
import { findApp } from '../apps/apps-store.ts';
import type { WorkspaceFileToken } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import type { Applying } from './applying.ts';
import { upsert } from './row-store.ts';

const longestTokenSeconds = 90 * 24 * 3600;

export async function applyToken(
  { change: { transaction, context }, report }: Applying,
  userId: string,
  entry: WorkspaceFileToken,
): Promise<void> {
  const present = await transaction
    .selectFrom('tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('name', '=', entry.name)
    .executeTakeFirst();
  refuseUnknownScopes(entry);
  await refuseUnusableApp(transaction, userId, entry);
  const value = entry.token ?? (present === undefined ? context.ids.secret() : undefined);
  await refuseTakenToken(transaction, value, userId, entry.name);
  const now = context.clock.now();
  await upsert(
    transaction,
    'tokens',
    {
      kind: 'token',
      id: `${userId}/${entry.name}`,
      key: { id: present?.id ?? context.ids.digits() },
      values: {
        hash: value === undefined ? present!.hash : hashToken(value),
        kind: entry.kind ?? 'personal',
        app_id: entry.app ?? null,
        organization_id: entry.kind === 'plan' ? await planOf(transaction, userId, present) : null,
        user_id: userId,
        name: entry.name,
        scopes: JSON.stringify(entry.scopes === 'all' ? allScopes : entry.scopes),
      },
      onlyAtFirst: {
        created_at: now,
        expires_at: now + (entry.expires_in ?? longestTokenSeconds) * 1000,
        last_used_at: null,
      },
    },
    report,
  );
  if (entry.token === undefined && value !== undefined) report.tokens[`${userId}/${entry.name}`] = value;
}

/** What a plan access token is confined to: what it was made for, at first its issuer's organization. */
async function planOf(
  transaction: Kysely<Tables>,
  userId: string,
  present: { organization_id: string | null } | undefined,
): Promise<string | null> {
  if (present?.organization_id) return present.organization_id;
  const issuer = await transaction
    .selectFrom('users')
    .select('organization_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return issuer.organization_id;
}

async function refuseUnusableApp(
  transaction: Kysely<Tables>,
  userId: string,
  { name, kind, app }: WorkspaceFileToken,
): Promise<void> {
  if (app === undefined) return;
  if (kind !== 'oauth') throw badRequest(`The token "${name}" names an app, so its kind is "oauth".`);
  if ((await findApp(transaction, app)) === undefined)
    throw badRequest(`The token "${name}" names the app "${app}", which does not exist.`);
  const other = await transaction
    .selectFrom('tokens')
    .select('name')
    .where('user_id', '=', userId)
    .where('app_id', '=', app)
    .where('name', '!=', name)
    .executeTakeFirst();
  if (other !== undefined)
    throw badRequest(
      `The app "${app}" has the token "${other.name}" of user ${userId}, and has one at the most.`,
    );
}

function refuseUnknownScopes(entry: WorkspaceFileToken): void {
  if (entry.scopes === 'all') return;
  const unknown = entry.scopes.find((scope) => !knownScopes.has(scope));
  if (unknown !== undefined)
    throw badRequest(`The token "${entry.name}" has the unknown scope "${unknown}".`);
}

async function refuseTakenToken(
  transaction: Kysely<Tables>,
  value: string | undefined,
  userId: string,
  name: string,
): Promise<void> {
  if (value === undefined) return;
  const holder = await transaction
    .selectFrom('tokens')
    .select(['user_id', 'name'])
    .where('hash', '=', hashToken(value))
    .executeTakeFirst();
  if (holder !== undefined && (holder.user_id !== userId || holder.name !== name)) {
    throw badRequest(`The token "${name}" of user ${userId} has a value that another token has already.`);
  }
}
