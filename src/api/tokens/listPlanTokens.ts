import { hasPlanTokenEnded } from '../../access/plan-token.ts';
import type { Handler } from '../../operation.ts';
import { requireAdministeredOrganization } from '../workspace/store.ts';
import { planTokenRecord, planTokensOf } from './store.ts';

export const listPlanTokens: Handler<'listPlanTokens'> = async ({ caller, path }, { database }) => {
  const organization = await requireAdministeredOrganization(database, caller, path.organization_id);
  const rows = await planTokensOf(database, organization.id);
  return {
    json: { tokens: rows.map((row) => planTokenRecord(row, hasPlanTokenEnded(row.issuer, organization.id))) },
  };
};
