import { nextPage } from '../../access/paged-list.ts';
import { pageOfAllowedApps } from '../../apps/grants-store.ts';
import type { Handler } from '../../operation.ts';

/** What the caller allowed which app, as far as the app still has it. */
export const listAllowedApps: Handler<'listAllowedApps'> = async ({ caller, query }, { database }) => {
  const { rows, ...page } = await pageOfAllowedApps(database, caller.user.id, query);
  const apps = rows.map(({ clientId, name, scopes, allowedAt }) => ({
    client_id: clientId,
    name,
    scopes: [...scopes],
    allowed_at: new Date(allowedAt).toISOString(),
  }));
  return { json: { apps, ...nextPage(page) } };
};
