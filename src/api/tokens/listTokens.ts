import type { Handler } from '../../operation.ts';
import { personalTokensOf, tokenRecord } from './store.ts';

/** @see PAT-06, PAT-07, PAT-08 */
export const listTokens: Handler<'listTokens'> = async ({ caller }, { database }) => {
  const rows = await personalTokensOf(database, caller.user.id);
  return { json: { tokens: rows.map(tokenRecord) } };
};
