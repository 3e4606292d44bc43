import type { Kysely } from 'kysely';
import { hashToken } from '../access/token-hash.ts';
import { type App, configurationInForce } from '../apps/app.ts';
import { changedConfiguration, newConfiguration, refuseIncomplete } from '../apps/app-configuration.ts';
import { configurationText, keepLogos } from '../apps/app-logos-store.ts';
import { findApp } from '../apps/apps-store.ts';
import type { AppConfiguration, WorkspaceFileApp } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { narrowTokens } from '../tokens/grants-store.ts';
import type { Applying } from './applying.ts';
import { requireRow, upsert } from './row-store.ts';

/** An app is there by its client id, or without one by its name in its place. What is public counts as reviewed. */
export async function applyApp(
  { change: { transaction, context }, report }: Applying,
  entry: WorkspaceFileApp,
): Promise<void> {
  const title = `The app "${entry.name}"`;
  const place = await placeOf(transaction, entry, title);
  const present = await findPresent(transaction, entry, place.organization_id);
  const configuration = await configurationOf(present, entry);
  const state = entry.state ?? present?.state ?? 'draft';
  if (state !== 'draft') refuseIncompleteApp(configuration, state, title);
  const id = entry.client_id ?? present?.clientId ?? context.ids.fileKey();
  const secret = entry.client_secret ?? (present === undefined ? context.ids.secret() : undefined);
  await upsert(
    transaction,
    'apps',
    {
      kind: 'app',
      id,
      key: { client_id: id },
      values: {
        secret_hash: secret === undefined ? (present?.secretHash ?? '') : hashToken(secret),
        ...place,
        creator_id: entry.creator ?? present?.creatorId ?? null,
        state,
        configuration: configurationText(configuration),
        approved: state === 'public' ? configurationText(configuration) : null,
        projects_access: entry.projects_access ?? present?.projectsAccess ?? 'none',
      },
      onlyAtFirst: {
        ...{ revision: 1, review: 'none', review_words: null, submitted_at: null },
        created_at: context.clock.now(),
      },
    },
    report,
  );
  await keepLogos(transaction, id, [configuration]);
  const approved = state === 'public' ? configuration : null;
  if (present !== undefined)
    await narrowTokens(transaction, present, { ...present, configuration, approved });
  if (entry.client_secret === undefined && secret !== undefined) report.tokens[`app/${id}`] = secret;
}

async function configurationOf(
  present: App | undefined,
  {
    name,
    description,
    website,
    logo,
    redirect_urls,
    scopes,
    visibility,
    state,
    support_contact,
    testing_instructions,
  }: WorkspaceFileApp,
): Promise<AppConfiguration> {
  const before = present === undefined ? newConfiguration(name) : configurationInForce(present);
  return changedConfiguration(before, {
    name,
    ...(description === undefined ? {} : { description }),
    ...(website === undefined ? {} : { website }),
    ...(logo === undefined ? {} : { logo }),
    ...(redirect_urls === undefined ? {} : { redirect_urls }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(support_contact === undefined ? {} : { support_contact }),
    ...(testing_instructions === undefined ? {} : { testing_instructions }),
    visibility: visibility ?? (state === 'public' ? 'public' : before.visibility),
  });
}

/** Nobody reviews what a workspace file says, so what only a reviewer needs may be left out. */
function refuseIncompleteApp(configuration: AppConfiguration, state: App['state'], title: string): void {
  if (configuration.visibility !== state)
    throw badRequest(
      `${title} is of the state "${state}" and of the visibility "${configuration.visibility}".`,
    );
  try {
    refuseIncomplete({ ...configuration, visibility: 'private' });
  } catch (error) {
    throw badRequest(`${title}: ${(error as Error).message}`);
  }
}

async function placeOf(transaction: Kysely<Tables>, entry: WorkspaceFileApp, title: string) {
  await requireRow(transaction, 'organizations', entry.organization, title);
  await requireRow(transaction, 'teams', entry.team, title);
  await requireRow(transaction, 'users', entry.creator, title);
  const { team = null, organization } = entry;
  if (team === null) {
    if (organization === undefined) throw badRequest(`${title} names neither a team nor an organization.`);
    return { organization_id: organization, team_id: null };
  }
  const { organization_id } = await transaction
    .selectFrom('teams')
    .select('organization_id')
    .where('id', '=', team)
    .executeTakeFirstOrThrow();
  if (organization !== undefined && organization !== organization_id)
    throw badRequest(`${title} names a team of another organization.`);
  return { organization_id, team_id: team };
}

async function findPresent(
  transaction: Kysely<Tables>,
  entry: WorkspaceFileApp,
  organizationId: string,
): Promise<App | undefined> {
  if (entry.client_id !== undefined) return findApp(transaction, entry.client_id);
  const rows = await transaction
    .selectFrom('apps')
    .select(['client_id', 'configuration'])
    .where('organization_id', '=', organizationId)
    .execute();
  const row = rows.find(({ configuration }) => JSON.parse(configuration).name === entry.name);
  return row === undefined ? undefined : findApp(transaction, row.client_id);
}
