import { nextPage } from '../../access/paged-list.ts';
import { hasPlanTokenEnded } from '../../access/plan-token.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../../places/organizations-store.ts';
import { pageOfPlanTokens } from '../../tokens/issued-tokens-store.ts';
import { planTokenRecord } from './token-record.ts';

export const listPlanTokens: Handler<'listPlanTokens'> = async ({ caller, path, query }, { database }) => {
  const organization = await requireAdministeredOrganization(database, caller, path.organization_id);
  const { rows, ...page } = await pageOfPlanTokens(database, organization.id, query);
  return {
    json: {
      tokens: rows.map(({ issuer, ...token }) =>
        planTokenRecord(token, {
          issuerId: issuer.id,
          hasEnded: hasPlanTokenEnded(issuer, organization.id),
        }),
      ),
      ...nextPage(page),
    },
  };
};
