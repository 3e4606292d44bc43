import { nextPage } from '../../access/page.ts';
import { hasPlanTokenEnded } from '../../access/plan-token.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { pageOfPlanTokens, planTokenRecord } from '../../tokens/listed-tokens-store.ts';

export const listPlanTokens: Handler<'listPlanTokens'> = async ({ caller, path, query }, { database }) => {
  const organization = await requireAdministeredOrganization(database, caller, path.organization_id);
  const { rows, ...page } = await pageOfPlanTokens(database, organization.id, query);
  return {
    json: {
      tokens: rows.map((row) => planTokenRecord(row, hasPlanTokenEnded(row.issuer, organization.id))),
      ...nextPage(page),
    },
  };
};
