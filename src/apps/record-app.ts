import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { recordActivity } from '../events/activity.ts';
import { organizationEntity } from '../events/activity-entities.ts';
import type { activityTypes } from '../events/activity-types.ts';
import { findOrganization } from '../places/places-store.ts';
import { type App, configurationInForce } from './app.ts';

type AppEvent = Extract<keyof typeof activityTypes, `oauth_app_${string}`>;

/** Records what became of an app, in the log of its organization. */
export async function recordApp(
  transaction: Kysely<Tables>,
  caller: Caller,
  context: Context,
  event: { type: AppEvent; app: App; details?: object },
): Promise<void> {
  const { app, type, details = {} } = event;
  const organization = await findOrganization(transaction, app.organizationId);
  if (organization === undefined) return;
  await recordActivity(transaction, caller, context, {
    type,
    entity: organizationEntity(organization),
    organizationId: organization.id,
    ...(app.teamId === null ? {} : { teamId: app.teamId }),
    details: { client_id: app.clientId, app_name: configurationInForce(app).name, ...details },
  });
}
