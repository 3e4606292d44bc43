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

/** Burns a code: whatever comes of it, nobody exchanges it again. Answers it as it was before. */
export async function burnCode(
  transaction: Kysely<Tables>,
  hash: string,
  now: number,
): Promise<CodeRow | undefined> {
  const code = await transaction
    .selectFrom('authorization_codes')
    .selectAll()
    .where('hash', '=', hash)
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

/** Forgets the codes of the day before. */
export async function deleteOldCodes(database: Kysely<Tables>, now: number): Promise<void> {
  await database
    .deleteFrom('authorization_codes')
    .where('expires_at', '<=', now - rememberedMs)
    .execute();
}
