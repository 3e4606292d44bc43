import { nextPage } from '../../access/page.ts';
import { configurationInForce } from '../../apps/app.ts';
import type { Handler } from '../../operation.ts';
import { pageOfGrants } from '../../tokens/grants-store.ts';

/** What the caller allowed which app, as far as the app still has it. */
export const listAllowedApps: Handler<'listAllowedApps'> = async ({ caller, query }, { database }) => {
  const { rows: grants, ...page } = await pageOfGrants(database, caller.user.id, query);
  const apps = grants.map((grant) => {
    const { name, scopes: ofApp } = configurationInForce({
      configuration: JSON.parse(grant.configuration),
      approved: grant.approved === null ? null : JSON.parse(grant.approved),
    });
    return {
      ...{ client_id: grant.client_id, name },
      scopes: JSON.parse(grant.scopes).filter((scope: (typeof ofApp)[number]) => ofApp.includes(scope)),
      allowed_at: new Date(grant.created_at).toISOString(),
    };
  });
  return { json: { apps, ...nextPage(page) } };
};
