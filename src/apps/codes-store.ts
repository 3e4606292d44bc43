import type { Kysely } from 'kysely';
import type { WritingChange } from '../change.ts';
import type { AppId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** @see OAUTH-48 */
export const codeLifeMs = 30_000;
/** A used code is remembered this long, so that its reuse is noticed. */
const rememberedMs = 24 * 3_600_000;

/** What a person allowed an app, on its way to the app. */
export interface Code {
  readonly hash: string;
  readonly appId: AppId;
  readonly userId: UserId;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** The challenge of S256. */
  readonly codeChallenge: string | null;
  readonly expiresAt: number;
  /** Time of the first try to exchange it, whatever came of it. */
  readonly usedAt: number | null;
}

/** For `allowApp` alone. */
export async function insertCode(transaction: Kysely<Tables>, code: Code): Promise<void> {
  await transaction
    .insertInto('authorization_codes')
    .values({
      hash: code.hash,
      app_id: code.appId,
      user_id: code.userId,
      redirect_uri: code.redirectUri,
      scopes: JSON.stringify(code.scopes),
      code_challenge: code.codeChallenge,
      expires_at: code.expiresAt,
      used_at: code.usedAt,
    })
    .execute();
}

/**
 * Burns a code of the app: whatever comes of it, nobody exchanges it again. Answers it as it was before. One of
 * another app is left as it is.
 */
export async function burnCode(
  { transaction, at }: WritingChange,
  { appId, hash }: Pick<Code, 'appId' | 'hash'>,
): Promise<Code | undefined> {
  const row = await transaction
    .selectFrom('authorization_codes')
    .select(['hash', 'app_id as appId', 'user_id as userId', 'redirect_uri as redirectUri', 'scopes'])
    .select(['code_challenge as codeChallenge', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('hash', '=', hash)
    .where('app_id', '=', appId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.usedAt === null) {
    await transaction
      .updateTable('authorization_codes')
      .set({ used_at: at })
      .where('hash', '=', hash)
      .execute();
  }
  return { ...row, scopes: JSON.parse(row.scopes) };
}

/** Ends the codes that wait for their exchange. Answers whether there was one. */
export async function endWaitingCodes(
  transaction: Kysely<Tables>,
  appId: AppId,
  userId: UserId,
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
