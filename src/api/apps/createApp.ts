import type { Kysely } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import { refuseBeyond } from '../../access/caps-store.ts';
import { hashToken } from '../../access/token-hash.ts';
import { insertApp } from '../../apps/administered-apps-store.ts';
import type { App } from '../../apps/app.ts';
import { changedConfiguration, newConfiguration } from '../../apps/app-configuration.ts';
import { recordApp } from '../../apps/record-app.ts';
import { inChange } from '../../change.ts';
import type { Tables } from '../../database/tables.ts';
import { badRequest, forbidden } from '../../errors.ts';
import type { Call, Handler } from '../../operation.ts';
import { findOrganization } from '../../places/organizations-store.ts';
import { administersOrganization, administersTeam } from '../../places/place-role.ts';
import { findVisibleTeam } from '../../places/teams-store.ts';
import { appRecord } from './app-record.ts';

/**
 * Makes an app, a draft, and shows its secret this once.
 * @see OAUTH-01, OAUTH-02, OAUTH-05, OAUTH-06, OAUTH-17
 */
export const createApp: Handler<'createApp'> = async ({ caller, body }, context) => {
  const configuration = await changedConfiguration(newConfiguration(body.name), body);
  const secret = context.ids.secret();
  const clientId = context.ids.fileKey();
  const createdAt = context.clock.now();
  const { organizationId } = await placeOf(context.database, caller, body);
  await refuseBeyond(context.database, 'appsOfPerson', caller.user.id);
  await refuseBeyond(context.database, 'appsOfOrganization', organizationId);
  return inChange(context, caller, async (change) => {
    const { transaction } = change;
    const place = await placeOf(transaction, caller, body);
    await insertApp(transaction, {
      client_id: clientId,
      secret_hash: hashToken(secret),
      organization_id: place.organizationId,
      team_id: place.teamId,
      creator_id: caller.user.id,
      state: 'draft',
      configuration,
      approved: null,
      revision: 1,
      review: 'none',
      review_words: null,
      submitted_at: null,
      projects_access: 'none',
      created_at: createdAt,
    });
    const app: App = {
      ...{ clientId, secretHash: '', ...place, creatorId: caller.user.id, state: 'draft', configuration },
      ...{
        approved: null,
        revision: 1,
        review: 'none',
        reviewWords: null,
        submittedAt: null,
        projectsAccess: 'none',
        createdAt,
      },
    };
    await recordApp(change, { type: 'oauth_app_create', app });
    return { json: { ...appRecord(app), client_secret: secret } };
  });
};

/**
 * The team or organization that the app is for. Guests make none, whatever they may do in a team.
 * @throws ApiError 400; 403, 404 for one that is not the caller's
 */
async function placeOf(
  transaction: Kysely<Tables>,
  caller: Caller,
  { organization, team = null }: Call<'createApp'>['body'],
): Promise<Pick<App, 'organizationId' | 'teamId'>> {
  if ((organization === undefined) === (team === null))
    throw badRequest('Name the "team" or the "organization" that the app is for, one of them.');
  const place =
    team === null
      ? await ownOrganization(transaction, caller, organization ?? '')
      : await editedTeam(transaction, caller, team);
  if (caller.user.role === 'guest') throw forbidden('A guest of an organization cannot make apps.');
  return place;
}

/** @throws ApiError 404 where the caller does not see the team, 403 where they only view */
async function editedTeam(transaction: Kysely<Tables>, caller: Caller, id: string) {
  const team = await findVisibleTeam(transaction, caller, id);
  if (team.teamRole !== 'editor' && !administersTeam(caller, team))
    throw forbidden('A viewer of a team cannot make apps for it.');
  return { organizationId: team.organizationId, teamId: id };
}

/** @throws ApiError 403; 400 where there is none */
async function ownOrganization(transaction: Kysely<Tables>, caller: Caller, id: string) {
  if (caller.user.organizationId !== id && !administersOrganization(caller, id))
    throw forbidden(`You do not belong to an organization "${id}".`);
  if ((await findOrganization(transaction, id)) === undefined)
    throw badRequest(`There is no organization "${id}".`);
  return { organizationId: id, teamId: null };
}
