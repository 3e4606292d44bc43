import type { Kysely } from 'kysely';
import type { AppId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** Ends the access token by which an app acts for a person. */
export async function deleteTokensOfApp(
  transaction: Kysely<Tables>,
  appId: AppId,
  userId: UserId,
): Promise<void> {
  await transaction.deleteFrom('tokens').where('app_id', '=', appId).where('user_id', '=', userId).execute();
}

/**
 * Takes what an app gave up from the tokens by which it acts. What people allowed stays as it is: an app that has
 * a scope again holds it again after the next refresh.
 *
 * @see SCOPE-02
 */
export async function narrowTokens(
  transaction: Kysely<Tables>,
  appId: AppId,
  kept: readonly string[],
): Promise<void> {
  const ofApp = transaction.selectFrom('tokens').select('scopes').distinct().where('app_id', '=', appId);
  for (const { scopes } of await ofApp.execute()) {
    const narrowed = (JSON.parse(scopes) as string[]).filter((scope) => kept.includes(scope));
    await transaction
      .updateTable('tokens')
      .set({ scopes: JSON.stringify(narrowed) })
      .where('app_id', '=', appId)
      .where('scopes', '=', scopes)
      .execute();
  }
}
