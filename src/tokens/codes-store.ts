import type { Insertable, Kysely, Selectable } from 'kysely';
import type { AuthorizationCodesTable, Tables } from '../database/tables.ts';

/** @see OAUTH-48 */
export const codeLifeMs = 30_000;
/** A used code is remembered this long, so that its reuse is noticed. */
const rememberedMs = 24 * 3_600_000;

export type CodeRow = Selectable<AuthorizationCodesTable>;

export async function insertCode(
  database: Kysely<Tables>,
  code: Insertable<AuthorizationCodesTable>,
): Promise<void> {
  await database.insertInto('authorization_codes').values(code).execute();
}

/**
 * Burns a code of the app: whatever comes of it, nobody exchanges it again. Answers it as it was before. One of
 * another app is left as it is.
 */
export async function burnCode(
  transaction: Kysely<Tables>,
  { appId, hash, now }: { appId: string; hash: string; now: number },
): Promise<CodeRow | undefined> {
  const code = await transaction
    .selectFrom('authorization_codes')
    .selectAll()
    .where('hash', '=', hash)
    .where('app_id', '=', appId)
    .executeTakeFirst();
  if (code?.used_at === null) {
    await transaction
      .updateTable('authorization_codes')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .execute();
  }
  return code;
}

/** Ends the codes that wait for their exchange. Answers whether there was one. */
export async function endWaitingCodes(
  transaction: Kysely<Tables>,
  appId: string,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('authorization_codes')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Forgets the codes of the day before. */
export async function deleteOldCodes(database: Kysely<Tables>, now: number): Promise<void> {
  await database
    .deleteFrom('authorization_codes')
    .where('expires_at', '<=', now - rememberedMs)
    .execute();
}
