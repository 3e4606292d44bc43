import { nextPage } from '../../access/paged-list.ts';
import type { Handler } from '../../operation.ts';
import { administeredPlanTokens } from '../../tokens/plan-tokens.ts';
import { planTokenRecord } from './token-record.ts';

export const listPlanTokens: Handler<'listPlanTokens'> = async ({ caller, path, query }, { database }) => {
  const { tokens, ...page } = await administeredPlanTokens(database, caller, path.organization_id, query);
  return {
    json: { tokens: tokens.map(({ token, ...of }) => planTokenRecord(token, of)), ...nextPage(page) },
  };
};
