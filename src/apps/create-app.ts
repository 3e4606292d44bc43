import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import { hashToken } from '../access/token-hash.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { appIdOf, idOfNothing, type OrganizationId, type TeamId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, forbidden } from '../errors.ts';
import { findOrganization } from '../places/organizations-store.ts';
import { administersOrganization, administersTeam } from '../places/place-role.ts';
import { findVisibleTeam } from '../places/teams-store.ts';
import type { App } from './app.ts';
import {
  broughtConfiguration,
  type ConfigurationChanges,
  changedConfiguration,
  newConfiguration,
} from './app-configuration.ts';
import { insertApp } from './app-rows-store.ts';
import { recordApp } from './record-app.ts';
import { refuseForeignTeam } from './team-of-app.ts';

/** What an app is for, and how it is configured. Only what is brought names a team and its organization, too. */
export interface NewApp {
  readonly organizationId?: OrganizationId | undefined;
  readonly teamId?: TeamId | null | undefined;
  readonly configuration: ConfigurationChanges & { readonly name: string };
  /** Only a workspace file says it. */
  readonly brought?: BroughtApp;
}

/** Who makes an app and the organization it is for have few enough. */
type CountedApp = Counted<'appsOfPerson' | 'appsOfOrganization'>;

/** What is brought counts as reviewed, and may be nobody's. */
type BroughtApp = Pick<App, 'clientId' | 'creatorId' | 'state' | 'projectsAccess'> & {
  readonly secret?: string | undefined;
};

/**
 * Checks what is asked for and counts the apps that there are, ahead of the change that makes another.
 * @throws ApiError 400, 403, 404
 */
export async function prepareApp(context: Context, caller: Caller, wanted: NewApp): Promise<CountedApp> {
  const { database } = context;
  await configurationOf(wanted);
  const { organizationId } = await placeFor(database, caller, wanted);
  return {
    ...(await refuseBeyond(database, 'appsOfPerson', caller.user.id)),
    ...(await refuseBeyond(database, 'appsOfOrganization', organizationId)),
  };
}

/**
 * Makes an app, and its secret, which is stored nowhere.
 * @throws ApiError 400, 403, 404
 * @see OAUTH-01, OAUTH-02, OAUTH-05, OAUTH-06, OAUTH-17
 */
export async function createApp(
  change: Change,
  wanted: NewApp,
  counted: CountedApp,
): Promise<{ readonly app: App; readonly secret: string }> {
  const { transaction, by, at, context } = change;
  const configuration = await configurationOf(wanted);
  const place = await placeFor(transaction, by, wanted);
  const { secret = context.ids.secret(), ...chosen } = wanted.brought ?? {
    clientId: appIdOf(context.ids.fileKey()),
    creatorId: by.user.id,
    ...({ state: 'draft', projectsAccess: 'none' } as const),
  };
  spend(counted, 'appsOfPerson', by.user.id);
  spend(counted, 'appsOfOrganization', place.organizationId);
  const approved = chosen.state === 'public' ? configuration : null;
  const app: App = {
    ...chosen,
    ...place,
    configuration,
    approved,
    secretHash: hashToken(secret),
    revision: 1,
    review: 'none',
    reviewWords: null,
    submittedAt: null,
    createdAt: at,
  };
  await insertApp(transaction, app);
  await recordApp(change, { type: 'oauth_app_create', app });
  return { app, secret };
}

async function configurationOf({ configuration: wanted, brought }: NewApp) {
  const blank = newConfiguration(wanted.name);
  return brought === undefined
    ? changedConfiguration(blank, wanted)
    : broughtConfiguration(blank, wanted, brought.state);
}

/**
 * The team or organization that the app is for. Guests make none, whatever they may do in a team.
 * @throws ApiError 400; 403, 404 for one that is not the caller's
 */
async function placeFor(
  database: Kysely<Tables>,
  caller: Caller,
  { organizationId, teamId = null, brought }: NewApp,
): Promise<Pick<App, 'organizationId' | 'teamId'>> {
  const isNamedTwice = organizationId !== undefined && teamId !== null && brought === undefined;
  if (isNamedTwice || (organizationId === undefined && teamId === null))
    throw badRequest('Name the "team" or the "organization" that the app is for, one of them.');
  const place =
    teamId === null
      ? await ownOrganization(database, caller, organizationId ?? idOfNothing)
      : await editedTeam(database, caller, teamId);
  if (organizationId !== undefined) await refuseForeignTeam(database, { organizationId, teamId });
  if (caller.user.role === 'guest') throw forbidden('A guest of an organization cannot make apps.');
  return place;
}

/** @throws ApiError 404 where the caller does not see the team, 403 where they only view */
async function editedTeam(database: Kysely<Tables>, caller: Caller, id: TeamId) {
  const team = await findVisibleTeam(database, caller, id);
  if (team.teamRole !== 'editor' && !administersTeam(caller, team))
    throw forbidden('A viewer of a team cannot make apps for it.');
  return { organizationId: team.organizationId, teamId: id };
}

/** @throws ApiError 403; 400 where there is none */
async function ownOrganization(database: Kysely<Tables>, caller: Caller, id: OrganizationId) {
  if (caller.user.organizationId !== id && !administersOrganization(caller, id))
    throw forbidden(`You do not belong to an organization "${id}".`);
  if ((await findOrganization(database, id)) === undefined)
    throw badRequest(`There is no organization "${id}".`);
  return { organizationId: id, teamId: null };
}
