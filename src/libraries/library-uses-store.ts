import { type Expression, type Kysely, sql } from 'kysely';
import type { UsedKind } from '../content/library-uses.ts';
import { type FileKey, type OrganizationId, teamIdOf, type UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** Whose uses are asked for. */
export interface AnalysedLibrary {
  readonly fileKey: FileKey;
  readonly organizationId: OrganizationId;
  readonly kind: UsedKind;
}

/** What is said of an asset: of a component its set, of a variable its collection, of a style and a variable its type. */
export interface AssetNames {
  readonly key: string;
  readonly name: string;
  readonly type: string | null;
  readonly groupKey: string | null;
  readonly groupName: string | null;
}

/** What a library publishes of a kind. */
function publishedNames(database: Kysely<Tables>, { fileKey, kind }: AnalysedLibrary) {
  if (kind === 'variable') {
    return database
      .selectFrom('published_variables')
      .select(['key', 'name', 'type', 'collection_key as groupKey', 'collection_name as groupName'])
      .where('file_key', '=', fileKey)
      .$castTo<AssetNames>();
  }
  return database
    .selectFrom('published_assets as asset')
    .leftJoin('published_assets as set', (join) =>
      join
        .onRef('set.file_key', '=', 'asset.file_key')
        .onRef('set.key', '=', 'asset.set_key')
        .on('set.kind', '=', 'component_set'),
    )
    .select([
      'asset.key',
      'asset.name',
      'asset.style_type as type',
      'set.key as groupKey',
      'set.name as groupName',
    ])
    .where('asset.file_key', '=', fileKey)
    .where('asset.kind', '=', kind)
    .$castTo<AssetNames>();
}

/** A whole number on every engine: PostgreSQL adds them up to a decimal one. */
const sumOf = (column: Expression<number>) => sql<number>`cast(sum(${column}) as bigint)`;

/** The uses of a library in other files of its organization, with the files, projects and teams that they are in. */
function usesOf(database: Kysely<Tables>, library: AnalysedLibrary) {
  return database
    .selectFrom('library_uses as used')
    .innerJoin(publishedNames(database, library).as('asset'), 'asset.key', 'used.asset_key')
    .innerJoin('files', 'files.key', 'used.file_key')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .where('used.kind', '=', library.kind)
    .where('used.uses', '>', 0)
    .where('used.file_key', '!=', library.fileKey)
    .where('teams.organization_id', '=', library.organizationId);
}

const assetColumns = ['asset.key', 'asset.name', 'asset.type', 'asset.groupKey', 'asset.groupName'] as const;

/** How much each asset is used, by key; those behind a key. */
export function usesByAsset(
  database: Kysely<Tables>,
  library: AnalysedLibrary,
  after: string,
  limit: number,
) {
  return usesOf(database, library)
    .where('asset.key', '>', after)
    .select(assetColumns)
    .select(({ fn, ref }) => [
      sumOf(ref('used.uses')).as('uses'),
      fn.count<number>('teams.id').distinct().as('teams'),
      fn.count<number>('files.key').distinct().as('files'),
    ])
    .groupBy(assetColumns)
    .orderBy('asset.key')
    .limit(limit)
    .execute();
}

/** How much each file uses of a library, by its key, with what decides whether somebody sees the file. */
export function usesByFile(
  database: Kysely<Tables>,
  library: AnalysedLibrary,
  userId: UserId,
  after: FileKey,
  limit: number,
) {
  const columns = [
    'files.key',
    'files.name',
    'files.owner_id as ownerId',
    'files.link_access as linkAccess',
    'teams.name as teamName',
    'teams.organization_id as organizationId',
    'projects.access as projectAccess',
    'team_members.role as teamRole',
    'project_members.role as projectRole',
  ] as const;
  return usesOf(database, library)
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'teams.id').on('team_members.user_id', '=', userId),
    )
    .leftJoin('project_members', (join) =>
      join.onRef('project_members.project_id', '=', 'projects.id').on('project_members.user_id', '=', userId),
    )
    .where('files.key', '>', after)
    .select(columns)
    .select(({ ref }) => sumOf(ref('used.uses')).as('uses'))
    .groupBy(['files.key', 'teams.id', 'projects.id', 'team_members.role', 'project_members.role'])
    .orderBy('files.key')
    .limit(limit)
    .execute();
}

/** Weeks from the first to the last, by their first moments, and the place behind which rows are wanted. */
export interface ActionRange {
  readonly first: number;
  readonly last: number;
  readonly after: { readonly week: number; readonly id: string } | undefined;
  readonly limit: number;
}

function actionsOf(database: Kysely<Tables>, library: AnalysedLibrary, { first, last }: ActionRange) {
  return database
    .selectFrom('library_actions as action')
    .innerJoin(publishedNames(database, library).as('asset'), 'asset.key', 'action.asset_key')
    .innerJoin('files', 'files.key', 'action.file_key')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .where('action.kind', '=', library.kind)
    .where('action.file_key', '!=', library.fileKey)
    .where('teams.organization_id', '=', library.organizationId)
    .where('action.week', '>=', first)
    .where('action.week', '<=', last)
    .select(({ ref }) => [
      'action.week',
      sumOf(ref('action.insertions')).as('insertions'),
      sumOf(ref('action.detachments')).as('detachments'),
    ]);
}

/** What was inserted and detached of each asset in each week. */
export function actionsByAsset(database: Kysely<Tables>, library: AnalysedLibrary, range: ActionRange) {
  const { week, id } = range.after ?? { week: range.first, id: '' };
  return actionsOf(database, library, range)
    .where((term) => term(term.refTuple('action.week', 'asset.key'), '>', term.tuple(week, id)))
    .select(assetColumns)
    .groupBy(['action.week', ...assetColumns])
    .orderBy('action.week')
    .orderBy('asset.key')
    .limit(range.limit)
    .execute();
}

/** What each team inserted and detached in each week. */
export function actionsByTeam(database: Kysely<Tables>, library: AnalysedLibrary, range: ActionRange) {
  const { week, id } = range.after ?? { week: range.first, id: '' };
  return actionsOf(database, library, range)
    .where((term) => term(term.refTuple('action.week', 'teams.id'), '>', term.tuple(week, teamIdOf(id))))
    .select(['teams.id', 'teams.name as teamName'])
    .groupBy(['action.week', 'teams.id', 'teams.name'])
    .orderBy('action.week')
    .orderBy('teams.id')
    .limit(range.limit)
    .execute();
}
