import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { uncounted } from '../access/caps.ts';
import { hashToken } from '../access/token-hash.ts';
import { type App, configurationInForce } from '../apps/app.ts';
import { broughtConfiguration, newConfiguration } from '../apps/app-configuration.ts';
import { findApp, findAppByName } from '../apps/apps-store.ts';
import { changeApp } from '../apps/change-app.ts';
import { createApp } from '../apps/create-app.ts';
import {
  appIdOf,
  idOfNothing,
  type OrganizationId,
  organizationIdOf,
  teamIdOf,
  userIdOf,
} from '../contract/branded-ids.ts';
import type { AppConfiguration, WorkspaceFileApp } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { findTeam } from '../places/teams-store.ts';
import { type Applying, bring, ofEntry, brought as whyUncounted } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** An app is there by its client id, or without one by its name in its place. What is public counts as reviewed. */
export async function applyApp(applying: Applying, entry: WorkspaceFileApp): Promise<void> {
  const { change, report } = applying;
  const title = `The app "${entry.name}"`;
  const place = await placeOf(change.transaction, entry, title);
  const present = await findPresent(change.transaction, entry, place.organizationId);
  const wanted = { ...place, ...chosenOf(present, entry) };
  const configuration = await ofEntry(title, () => configurationOf(present, entry, wanted.state));
  const id = appIdOf(entry.client_id ?? present?.clientId ?? change.context.ids.fileKey());
  const { secretHash: _hash, organizationId, teamId, ...atFirst } = wanted;
  const create = async () => {
    const brought = { ...atFirst, clientId: id, secret: entry.client_secret };
    const counted = {
      ...uncounted('appsOfPerson', whyUncounted),
      ...uncounted('appsOfOrganization', whyUncounted),
    };
    const { secret } = await createApp(change, { organizationId, teamId, configuration, brought }, counted);
    if (entry.client_secret === undefined) report.tokens[`app/${id}`] = secret;
  };
  await bring<App>(
    applying,
    { kind: 'app', id, title },
    {
      present,
      wanted: { ...wanted, configuration: settledConfiguration(present, configuration, wanted.state) },
      create,
      change: ({ configuration: _same, ...brought }) => changeApp(change, id, { configuration, brought }),
    },
  );
}

/** What an entry says beside its place and configuration. */
function chosenOf(present: App | undefined, entry: WorkspaceFileApp) {
  const { client_secret: secret } = entry;
  return {
    state: entry.state ?? present?.state ?? 'draft',
    creatorId: userIdOf(entry.creator) ?? present?.creatorId ?? null,
    projectsAccess: entry.projects_access ?? present?.projectsAccess ?? 'none',
    secretHash: secret === undefined ? undefined : hashToken(secret),
  };
}

/** The configuration itself where it is saved already, and approved, so that it is seen to be the same. */
function settledConfiguration(
  present: App | undefined,
  configuration: AppConfiguration,
  state: App['state'],
): AppConfiguration {
  if (present === undefined) return configuration;
  const isSaved = isDeepStrictEqual(present.configuration, configuration);
  const isInForce = state !== 'public' || isDeepStrictEqual(present.approved, configuration);
  return isSaved && isInForce ? present.configuration : configuration;
}

function configurationOf(
  present: App | undefined,
  entry: WorkspaceFileApp,
  state: App['state'],
): Promise<AppConfiguration> {
  const before = present === undefined ? newConfiguration(entry.name) : configurationInForce(present);
  return broughtConfiguration(before, entry, state);
}

async function placeOf(transaction: Kysely<Tables>, entry: WorkspaceFileApp, title: string) {
  await requireRow(transaction, 'organizations', entry.organization, title);
  await requireRow(transaction, 'teams', entry.team, title);
  await requireRow(transaction, 'users', entry.creator, title);
  const teamId = teamIdOf(entry.team) ?? null;
  const organization = organizationIdOf(entry.organization);
  if (teamId === null) {
    if (organization === undefined) throw badRequest(`${title} names neither a team nor an organization.`);
    return { organizationId: organization, teamId };
  }
  const organizationId = organization ?? (await findTeam(transaction, teamId))?.organizationId ?? idOfNothing;
  return { organizationId, teamId };
}

async function findPresent(
  transaction: Kysely<Tables>,
  { client_id: id, name }: WorkspaceFileApp,
  organizationId: OrganizationId,
): Promise<App | undefined> {
  return id === undefined
    ? findAppByName(transaction, { organizationId, name })
    : findApp(transaction, appIdOf(id));
}
