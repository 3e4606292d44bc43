import type { Change } from '../change.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import type { activityTypes } from '../events/activity-types.ts';
import { findOrganization } from '../places/organizations-store.ts';
import { type App, configurationInForce } from './app.ts';

type AppEvent = Extract<keyof typeof activityTypes, `oauth_app_${string}`>;

/** Records what became of an app, in the log of its organization. */
export async function recordApp(
  change: Change,
  event: { type: AppEvent; app: App; details?: object },
): Promise<void> {
  const { app, type, details = {} } = event;
  const organization = await findOrganization(change.transaction, app.organizationId);
  if (organization === undefined) return;
  await recordActivity(change, {
    type,
    entity: organizationEntity(organization),
    organizationId: organization.id,
    ...(app.teamId === null ? {} : { teamId: app.teamId }),
    details: { client_id: app.clientId, app_name: configurationInForce(app).name, ...details },
  });
}
