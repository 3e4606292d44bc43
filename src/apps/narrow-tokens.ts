import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { narrowTokens } from '../tokens/tokens-of-apps-store.ts';
import { type App, configurationInForce } from './app.ts';

/** Takes from the tokens of an app what it has no longer. @see SCOPE-02 */
export async function narrowTokensOf(transaction: Kysely<Tables>, before: App, after: App): Promise<void> {
  const kept: readonly string[] = configurationInForce(after).scopes;
  const isAllKept = configurationInForce(before).scopes.every((scope) => kept.includes(scope));
  if (!isAllKept) await narrowTokens(transaction, after.clientId, kept);
}
