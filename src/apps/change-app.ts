import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../change.ts';
import type { AppId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { findAdministeredApp } from './administered-apps-store.ts';
import type { App } from './app.ts';
import {
  broughtConfiguration,
  type ConfigurationChanges,
  changedConfiguration,
  refuseIncomplete,
} from './app-configuration.ts';
import { updateApp } from './app-rows-store.ts';
import { narrowTokensOf } from './narrow-tokens.ts';
import { recordApp } from './record-app.ts';
import { refuseForeignTeam } from './team-of-app.ts';

export interface AppChanges {
  readonly configuration: ConfigurationChanges;
  /** Only a workspace file says it; what it brings counts as reviewed. */
  readonly brought?: BroughtChanges | undefined;
}

type BroughtChanges = Partial<
  Pick<App, 'organizationId' | 'teamId' | 'creatorId' | 'state' | 'projectsAccess' | 'secretHash'>
>;

/**
 * Saves what is changed. A draft may be left half done, and a private app on its way to a public one; changing
 * what waits for its review takes it back. A change of a public app waits for the next review, where it is not
 * back to what was approved. Tokens lose a scope as it is given up.
 *
 * @throws ApiError 400, 404
 * @see OAUTH-04, OAUTH-21, OAUTH-22, OAUTH-27
 */
export async function changeApp(
  change: Change,
  clientId: AppId,
  { configuration: changed, brought }: AppChanges,
): Promise<App> {
  const { transaction, by, at } = change;
  const before = await findAdministeredApp(transaction, by, clientId);
  const { state, organizationId, teamId } = { ...before, ...brought };
  const isReviewed = brought !== undefined;
  if (isReviewed) await refuseForeignTeam(transaction, { organizationId, teamId });
  const configuration = isReviewed
    ? await broughtConfiguration(before.configuration, changed, state)
    : await changedConfiguration(before.configuration, changed);
  refuseUnfit(before, { state, configuration, isReviewed });
  const approved = !isReviewed ? before.approved : state === 'public' ? configuration : null;
  const isWaiting = state === 'public' && !isDeepStrictEqual(configuration, approved);
  const changes = {
    ...brought,
    configuration,
    approved,
    revision: before.revision + 1,
    review: isWaiting ? ('pending' as const) : ('none' as const),
    submittedAt: isWaiting ? at : null,
  };
  const after = { ...before, ...changes };
  await updateApp(transaction, clientId, changes);
  await narrowTokensOf(transaction, before, after);
  await recordChange(change, before, after);
  return after;
}

/** @throws ApiError 400 for a published app that is not complete, and for a public one that would be closed */
function refuseUnfit(
  before: App,
  { state, configuration, isReviewed }: Pick<App, 'state' | 'configuration'> & { isReviewed: boolean },
): void {
  if (!isReviewed && state !== 'draft') refuseIncomplete({ ...configuration, visibility: state });
  if (before.state === 'public' && (state !== 'public' || configuration.visibility === 'private'))
    throw badRequest('A public app cannot be made private: people outside of its organization use it.');
}

async function recordChange(change: Change, before: App, app: App): Promise<void> {
  const { configuration, revision } = app;
  const changed = (Object.keys(configuration) as (keyof typeof configuration)[]).filter(
    (name) => JSON.stringify(configuration[name]) !== JSON.stringify(before.configuration[name]),
  );
  await recordApp(change, { type: 'oauth_app_update', app: before, details: { changed, revision } });
}
