import type { Insertable, Kysely, Updateable } from 'kysely';
import type { AppId, OrganizationId, TeamId } from '../contract/branded-ids.ts';
import type { AppsTable, Tables } from '../database/tables.ts';
import type { App } from './app.ts';
import { configurationText, keepLogos } from './app-logos-store.ts';

const columns = {
  clientId: 'client_id',
  secretHash: 'secret_hash',
  organizationId: 'organization_id',
  teamId: 'team_id',
  creatorId: 'creator_id',
  state: 'state',
  configuration: 'configuration',
  approved: 'approved',
  revision: 'revision',
  review: 'review',
  reviewWords: 'review_words',
  submittedAt: 'submitted_at',
  projectsAccess: 'projects_access',
  createdAt: 'created_at',
} as const satisfies Record<keyof App, keyof AppsTable>;

/** For `createApp` alone. */
export async function insertApp(transaction: Kysely<Tables>, app: App): Promise<void> {
  await transaction
    .insertInto('apps')
    .values(rowOf(app) as Insertable<AppsTable>)
    .execute();
  await keepLogos(transaction, app.clientId, [app.configuration]);
}

/** For the writers of apps alone. */
export async function updateApp(
  transaction: Kysely<Tables>,
  clientId: AppId,
  changes: Partial<App>,
): Promise<void> {
  await transaction.updateTable('apps').set(rowOf(changes)).where('client_id', '=', clientId).execute();
  const { configuration, approved } = changes;
  if (configuration || approved)
    await keepLogos(transaction, clientId, [configuration ?? null, approved ?? null]);
}

/** For `changeTeamWithApps` alone: apps of a team are of its organization. */
export async function moveAppsOfTeam(
  transaction: Kysely<Tables>,
  teamId: TeamId,
  organizationId: OrganizationId,
): Promise<void> {
  await transaction
    .updateTable('apps')
    .set({ organization_id: organizationId })
    .where('team_id', '=', teamId)
    .execute();
}

/** For the writers that take apps away. */
export async function deleteApp(transaction: Kysely<Tables>, clientId: AppId): Promise<void> {
  await transaction.deleteFrom('apps').where('client_id', '=', clientId).execute();
}

function rowOf(app: Partial<App>): Updateable<AppsTable> {
  const { configuration, approved } = app;
  const row = {
    ...app,
    ...(configuration && { configuration: configurationText(configuration) }),
    ...(approved && { approved: configurationText(approved) }),
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name as keyof App], value]));
}
