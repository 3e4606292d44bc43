import type { Operations } from '../../../src/contract/generated/types.ts';
import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';

export type App = Answer<'GET /workspace/v1/apps/{client_id}'>;
export type MadeApp = Answer<'POST /workspace/v1/apps'>;
export type AppChanges = Operations['updateApp']['body'];
export type ListedApp = Answer<'GET /workspace/v1/apps'>['apps'][number];

const at = (clientId: string) => ({ path: { client_id: clientId } });

export const appsQuery = {
  queryKey: ['apps'],
  queryFn: () => callAll('GET /workspace/v1/apps'),
} as const;

export const appQuery = (clientId: string) => ({
  queryKey: ['app', clientId] as const,
  queryFn: () => call('GET /workspace/v1/apps/{client_id}', at(clientId)),
});

export const saveApp = async (clientId: string, body: AppChanges): Promise<App> =>
  keep(await call('PUT /workspace/v1/apps/{client_id}', { ...at(clientId), body }));

export const publishApp = async (clientId: string): Promise<App> =>
  keep(await call('POST /workspace/v1/apps/{client_id}/publish', at(clientId)));

export const askForProjects = async (clientId: string): Promise<App> =>
  keep(await call('POST /workspace/v1/apps/{client_id}/projects-access', at(clientId)));

export const openProjects = async (clientId: string, approved: boolean): Promise<App> =>
  keep(
    await call('PUT /workspace/v1/apps/{client_id}/projects-access', { ...at(clientId), body: { approved } }),
  );

/** Answers the new secret, which is not kept. */
export async function replaceSecret(clientId: string): Promise<string> {
  return (await call('POST /workspace/v1/apps/{client_id}/secret', at(clientId))).client_secret;
}

export async function deleteApp(clientId: string): Promise<void> {
  await call('DELETE /workspace/v1/apps/{client_id}', at(clientId));
  await queries.invalidateQueries(appsQuery);
}

/** The page shows what was saved; lists ask again when they are shown. */
function keep(app: App): App {
  queries.setQueryData(appQuery(app.client_id).queryKey, app);
  void queries.invalidateQueries(appsQuery);
  return app;
}
