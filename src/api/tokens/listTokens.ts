import { nextPage } from '../../access/paged-list.ts';
import type { Handler } from '../../operation.ts';
import { pageOfTokens } from '../../tokens/issued-tokens-store.ts';
import { tokenRecord } from './token-record.ts';

/** @see PAT-06, PAT-07, PAT-08 */
export const listTokens: Handler<'listTokens'> = async ({ caller, query }, { database }) => {
  const { rows, ...page } = await pageOfTokens(database, caller.user.id, query);
  return { json: { tokens: rows.map(tokenRecord), ...nextPage(page) } };
};
