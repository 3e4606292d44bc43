import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type {
  WorkspaceFileMember,
  WorkspaceFileProject,
  WorkspaceFileSite,
  WorkspaceFileTeam,
} from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { requireFile, requireRow, upsert } from './row-store.ts';
import type { ApplyReport } from './tally.ts';

export async function applyTeam(
  transaction: Kysely<Tables>,
  context: Context,
  entry: WorkspaceFileTeam,
  report: ApplyReport,
): Promise<void> {
  const organization = entry.organization ?? (await onlyOrganization(transaction, entry.name));
  const present = await transaction
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', organization)
    .where(entry.id === undefined ? 'name' : 'id', '=', entry.id ?? entry.name)
    .executeTakeFirst();
  const id = entry.id ?? present?.id ?? context.ids.digits();
  await requireRow(transaction, 'organizations', organization, `The team "${entry.name}"`);
  await upsert(
    transaction,
    'teams',
    {
      kind: 'team',
      id,
      key: { id },
      values: { name: entry.name, organization_id: organization },
      onlyAtFirst: { created_at: context.clock.now() },
    },
    report,
  );
  for (const member of entry.members ?? []) {
    await applyMember(transaction, 'team_members', { team_id: id }, member, report);
  }
}

/** A team that names no organization belongs to the only one there is. */
async function onlyOrganization(transaction: Kysely<Tables>, teamName: string): Promise<string> {
  const organizations = await transaction.selectFrom('organizations').select('id').limit(2).execute();
  if (organizations.length !== 1) {
    throw badRequest(`The team "${teamName}" has to name its organization: there is not exactly one.`);
  }
  return organizations[0]!.id;
}

export async function applyProject(
  transaction: Kysely<Tables>,
  context: Context,
  entry: WorkspaceFileProject,
  report: ApplyReport,
): Promise<void> {
  const projects = transaction.selectFrom('projects').selectAll();
  const present = await (entry.id === undefined
    ? projects.where('team_id', '=', entry.team).where('name', '=', entry.name)
    : projects.where('id', '=', entry.id)
  ).executeTakeFirst();
  const id = entry.id ?? present?.id ?? context.ids.digits();
  await requireRow(transaction, 'teams', entry.team, `The project "${entry.name}"`);
  await requireRow(transaction, 'projects', entry.parent, `The project "${entry.name}"`);
  await refuseCycle(transaction, id, entry);
  await upsert(
    transaction,
    'projects',
    {
      kind: 'project',
      id,
      key: { id },
      values: {
        name: entry.name,
        team_id: entry.team,
        access: entry.access ?? present?.access ?? 'team',
        parent_id: entry.parent === undefined ? (present?.parent_id ?? null) : entry.parent,
      },
      onlyAtFirst: { created_at: context.clock.now() },
    },
    report,
  );
  for (const member of entry.members ?? []) {
    await applyMember(transaction, 'project_members', { project_id: id }, member, report);
  }
}

/** @throws ApiError 400 for a project that would lie in itself */
async function refuseCycle(
  transaction: Kysely<Tables>,
  id: string,
  { name, parent }: WorkspaceFileProject,
): Promise<void> {
  let above = parent ?? null;
  while (above !== null) {
    if (above === id) throw badRequest(`The project "${name}" cannot lie in itself or in what lies in it.`);
    const row = await transaction
      .selectFrom('projects')
      .select('parent_id')
      .where('id', '=', above)
      .executeTakeFirst();
    above = row?.parent_id ?? null;
  }
}

async function applyMember(
  transaction: Kysely<Tables>,
  table: 'team_members' | 'project_members',
  place: Record<string, string>,
  entry: WorkspaceFileMember,
  report: ApplyReport,
): Promise<void> {
  const placeId = Object.values(place)[0];
  await requireRow(transaction, 'users', entry.user, `A member of ${placeId}`);
  await upsert(
    transaction,
    table,
    {
      kind: table === 'team_members' ? 'team member' : 'project member',
      id: `${placeId}/${entry.user}`,
      key: { ...place, user_id: entry.user },
      values: { role: entry.role },
    },
    report,
  );
}

export async function applySite(
  transaction: Kysely<Tables>,
  context: Context,
  entry: WorkspaceFileSite,
  report: ApplyReport,
): Promise<void> {
  const present = await transaction
    .selectFrom('sites')
    .select('id')
    .where(entry.id === undefined ? 'url_path' : 'id', '=', entry.id ?? entry.url_path)
    .executeTakeFirst();
  const id = entry.id ?? present?.id ?? context.ids.fileKey();
  await requireFile(transaction, entry.file, `The site "${entry.name}"`);
  await upsert(
    transaction,
    'sites',
    {
      kind: 'site',
      id,
      key: { id },
      values: {
        name: entry.name,
        url_path: entry.url_path,
        file_key: entry.file,
        public: entry.public === true ? 1 : 0,
      },
    },
    report,
  );
}
