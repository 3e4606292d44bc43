import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { fileRole } from '../access/file-role.ts';
import type { AssetKind } from '../content/library-assets.ts';
import { mapYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { FileKey, TeamId, UserId } from '../contract/branded-ids.ts';
import { allRows } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, notFound } from '../errors.ts';
import { findVisibleFile } from '../files/visible-file-store.ts';
import { findVisibleTeam } from '../places/teams-store.ts';
import { type AssetList, openPlace, sealPlace } from './asset-cursor.ts';
import { assetColumns } from './asset-row.ts';
import { type PublishedAsset, type PublishedRecord, publishedRecord } from './published-record.ts';

function publishedAssets(database: Kysely<Tables>) {
  return database
    .selectFrom('published_assets')
    .innerJoin('users', 'users.id', 'published_assets.user_id')
    .select(assetColumns.selected)
    .select(['users.handle', 'users.img_url as imgUrl']);
}

/** The same with what decides whether somebody sees the library. */
function assetsWithStanding(database: Kysely<Tables>, userId: UserId) {
  return publishedAssets(database)
    .innerJoin('files', 'files.key', 'published_assets.file_key')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.team_id', '=', 'teams.id').on('team_members.user_id', '=', userId),
    )
    .leftJoin('project_members', (join) =>
      join.onRef('project_members.project_id', '=', 'projects.id').on('project_members.user_id', '=', userId),
    )
    .select([
      'files.owner_id as ownerId',
      'files.link_access as linkAccess',
      'teams.organization_id as organizationId',
      'projects.access as projectAccess',
      'team_members.role as teamRole',
      'project_members.role as projectRole',
    ]);
}

const assetsOfFile = allRows((database, fileKey: FileKey, kind: AssetKind) =>
  publishedAssets(database).where('file_key', '=', fileKey).where('kind', '=', kind).orderBy('sort_position'),
);

const assetsByKey = allRows((database, userId: UserId, kind: AssetKind, key: string) =>
  assetsWithStanding(database, userId)
    .where('published_assets.kind', '=', kind)
    .where('published_assets.key', '=', key)
    .orderBy('published_assets.ordinal'),
);

function assetsOfTeam(database: Kysely<Tables>, userId: UserId, teamId: TeamId, kind: AssetKind) {
  return assetsWithStanding(database, userId)
    .where('published_assets.team_id', '=', teamId)
    .where('published_assets.kind', '=', kind);
}

const beforeAll = Number.MIN_SAFE_INTEGER;

const assetsAfter = allRows(
  (database, userId: UserId, teamId: TeamId, kind: AssetKind, after: number, limit: number) =>
    assetsOfTeam(database, userId, teamId, kind)
      .where('ordinal', '>', after)
      .orderBy('ordinal', 'asc')
      .limit(limit),
);

const assetsBefore = allRows(
  (database, userId: UserId, teamId: TeamId, kind: AssetKind, before: number, limit: number) =>
    assetsOfTeam(database, userId, teamId, kind)
      .where('ordinal', '<', before)
      .orderBy('ordinal', 'desc')
      .limit(limit),
);

type AssetWithStanding = Awaited<ReturnType<ReturnType<typeof assetsWithStanding>['execute']>>[number];

const isVisible = (caller: Caller, asset: AssetWithStanding): boolean =>
  fileRole(caller.user, asset) !== undefined;

/**
 * What a library offers of one kind, in the order of its document; nothing for a file that was never published.
 * @throws ApiError 404, and 400 for a branch
 */
export async function findFileAssets<Kind extends AssetKind>(
  context: Context,
  caller: Caller,
  kind: Kind,
  fileKey: FileKey,
): Promise<PublishedRecord<Kind>[]> {
  const file = await findVisibleFile(context.database, caller, fileKey);
  if (file.mainFileKey !== null)
    throw badRequest('file_key names a branch; only main files are published as libraries.');
  const assets = await assetsOfFile(context.database, file.key, kind);
  return mapYielding(assets, (asset) => publishedRecord(asset, caller, context));
}

/**
 * The asset with that key. Where copies of a file have published the same key it is the first that the caller sees.
 * @throws ApiError 404, also for a key of another kind
 */
export async function findAsset<Kind extends AssetKind>(
  context: Context,
  caller: Caller,
  kind: Kind,
  key: string,
): Promise<PublishedRecord<Kind>> {
  const found = await assetsByKey(context.database, caller.user.id, kind, key);
  const asset = found.find((one) => isVisible(caller, one));
  if (asset !== undefined) return publishedRecord(asset, caller, context);
  throw notFound(`No published ${kind.replace('_', ' ')} has this key.`);
}

export interface PageQuery {
  readonly size: number;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

export interface AssetPage<Kind extends AssetKind> {
  readonly assets: PublishedRecord<Kind>[];
  /** Of the pages around this one; absent where there is none. */
  readonly cursor?: { readonly before?: number; readonly after?: number };
}

/** @see LIM-06 */
const mostOnPage = 1000;

/**
 * A page of what the libraries of a team offer of one kind, those published first before others. It holds what the
 * caller sees.
 *
 * @throws ApiError 400, 404
 */
export async function findTeamAssets<Kind extends AssetKind>(
  context: Context,
  caller: Caller,
  list: AssetList & { readonly kind: Kind },
  query: PageQuery,
): Promise<AssetPage<Kind>> {
  if (query.before !== undefined && query.after !== undefined)
    throw badRequest('Send either before or after, not both.');
  const [before, after] = [openPlace(list, query.before), openPlace(list, query.after)];
  await findVisibleTeam(context.database, caller, list.teamId);
  const size = Math.min(query.size, mostOnPage);
  const found = await visibleAssets(context.database, caller, list, { before, after, limit: size + 1 });
  const page = found.slice(0, size);
  if (before !== undefined) page.reverse();
  const hasMore = found.length > size;
  return {
    assets: page.map((asset) => publishedRecord(asset, caller, context)),
    ...cursorOf(list, page, {
      isEarlier: before === undefined ? after !== undefined : hasMore,
      isLater: before !== undefined || hasMore,
    }),
  };
}

/** Cursors of the pages around one, where something is before or behind it. */
function cursorOf(
  list: AssetList,
  page: readonly PublishedAsset[],
  { isEarlier, isLater }: { readonly isEarlier: boolean; readonly isLater: boolean },
): Pick<AssetPage<AssetKind>, 'cursor'> {
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined || !(isEarlier || isLater)) return {};
  return {
    cursor: {
      ...(isEarlier ? { before: sealPlace(list, first.ordinal) } : {}),
      ...(isLater ? { after: sealPlace(list, last.ordinal) } : {}),
    },
  };
}

interface AssetRange {
  /** Assets before this ordinal are read backwards. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
}

async function visibleAssets(
  database: Kysely<Tables>,
  caller: Caller,
  list: AssetList,
  range: AssetRange,
): Promise<PublishedAsset[]> {
  const visible: PublishedAsset[] = [];
  let from = range;
  for (;;) {
    const read = await readAssets(database, caller, list, from);
    for (const asset of read) if (isVisible(caller, asset)) visible.push(asset);
    const last = read.at(-1);
    if (visible.length >= range.limit || last === undefined || read.length < range.limit)
      return visible.slice(0, range.limit);
    from = { ...range, [range.before === undefined ? 'after' : 'before']: last.ordinal };
  }
}

function readAssets(
  database: Kysely<Tables>,
  caller: Caller,
  { teamId, kind }: AssetList,
  { before, after, limit }: AssetRange,
): Promise<AssetWithStanding[]> {
  const { id } = caller.user;
  if (before === undefined) return assetsAfter(database, id, teamId, kind, after ?? beforeAll, limit);
  return assetsBefore(database, id, teamId, kind, before, limit);
}
