import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { badRequest, conflict } from '../errors.ts';
import { countUpTo } from './capped-count-store.ts';

/**
 * How many of a thing there may be, so that nobody fills a server or a list alone: rows of the table that name in
 * the column whose they are. What a workspace file says is the administrator's and not counted.
 */
export const caps = {
  appsOfPerson: { many: 'The apps that you made', table: 'apps', column: 'creator_id', most: 100 },
  appsOfOrganization: {
    many: 'The apps of the organization',
    table: 'apps',
    column: 'organization_id',
    most: 1000,
  },
  tokensOfPerson: { many: 'Your tokens', table: 'tokens', column: 'user_id', most: 1000 },
  peopleOfOrganization: {
    many: 'The people of the organization',
    table: 'users',
    column: 'organization_id',
    most: 100_000,
  },
  teamsOfOrganization: {
    many: 'The teams of the organization',
    table: 'teams',
    column: 'organization_id',
    most: 10_000,
  },
  projectsOfTeam: { many: 'The projects of the team', table: 'projects', column: 'team_id', most: 10_000 },
  filesOfProject: {
    many: 'The files and branches of the project',
    table: 'files',
    column: 'project_id',
    most: 20_000,
  },
  sitesOfFile: { many: 'The sites of the file', table: 'sites', column: 'file_key', most: 100 },
  commentsOfFile: { many: 'The comments on the file', table: 'comments', column: 'file_key', most: 20_000 },
  reactionsOfComment: {
    many: 'The reactions to the comment',
    table: 'comment_reactions',
    column: 'comment_id',
    most: 5000,
  },
  devResourcesOfFile: {
    many: 'The dev resources of the file',
    table: 'dev_resources',
    column: 'file_key',
    most: 10_000,
  },
  librariesOfFile: {
    many: 'The libraries that the file uses',
    table: 'library_subscriptions',
    column: 'file_key',
    most: 200,
  },
  imageFillsOfFile: {
    many: 'The image fills of the file',
    table: 'image_fills',
    column: 'file_key',
    most: 20_000,
  },
  fontsOfOrganization: {
    many: 'The fonts of the organization',
    table: 'fonts',
    column: 'organization_id',
    most: 1000,
  },
  upstreamsOfOrganization: {
    many: 'The upstreams of the organization',
    table: 'upstreams',
    column: 'organization_id',
    most: 100,
  },
  mirrorsOfUpstream: {
    many: 'The mirrors of the upstream',
    table: 'mirrors',
    column: 'upstream_id',
    most: 1000,
  },
} as const satisfies Record<string, { many: string; table: keyof Tables; column: string; most: number }>;

type CapName = keyof typeof caps;

/** The id of whose things a cap counts, as its column holds it. */
type OwnerOf<Cap extends CapName> = (typeof caps)[Cap] extends {
  readonly table: infer Table extends keyof Tables;
  readonly column: infer Column;
}
  ? NonNullable<Tables[Table][Column & keyof Tables[Table]]>
  : never;

const settled = Symbol('settled');

/** Whose were counted, or why nobody's had to be. */
type Settled = { readonly ownerId: string } | { readonly because: string } | 'nothing comes';

/**
 * That it was settled whether one more may come, by each cap that is named. Who writes asks for it and spends it, so
 * that nobody writes without it, nor for somebody whose were not counted; `refuseBeyond` makes it by counting,
 * `uncounted` by a reason, `nothingComes` for whoever will not write.
 */
export type Counted<Cap extends CapName> = { readonly [Name in Cap]: { readonly [settled]: Settled } };

/** How much there may be of what is not counted in a table of its own. */
export const bounds = {
  /** One every five minutes for nine years. They cannot be deleted, and some make no content of their own. */
  versionsOfFile: 1_000_000,
  /** Components, component sets and styles: each list of a library's is answered whole. */
  assetsOfLibrary: 100_000,
};

/**
 * Refuses a version of a file by its place in the history, however it comes.
 * @throws ApiError 400
 */
export function refuseVersionBeyond(ordinal: number): void {
  if (ordinal <= bounds.versionsOfFile) return;
  const number = bounds.versionsOfFile.toLocaleString('en');
  throw badRequest(
    `The versions of the file are ${number} already, and there may be no more; go on in another file.`,
  );
}

/**
 * Refuses to publish a library by how much it would offer.
 * @throws ApiError 400
 */
export function refuseAssetsBeyond(count: number): void {
  const { assetsOfLibrary } = bounds;
  if (count <= assetsOfLibrary) return;
  const [own, most] = [count, assetsOfLibrary].map((number) => number.toLocaleString('en'));
  throw badRequest(
    `The file has ${own} components, component sets and styles, and a library may offer ${most}; split it into several files.`,
  );
}

/**
 * Refuses one more, or as many as come at once, where there would be more than there may be. It counts before the transaction that makes it: inside,
 * PostgreSQL would hold every row that was counted against whoever adds another, and end one of the two. So a cap is
 * passed at most by as many as are made at the same moment.
 *
 * @returns what the writer asks for that makes one more
 * @throws ApiError 400
 */
export async function refuseBeyond<Cap extends CapName>(
  database: Kysely<Tables>,
  cap: Cap,
  ownerId: OwnerOf<Cap>,
  more = 1,
): Promise<Counted<Cap>> {
  if (database.isTransaction) throw new Error(`The cap ${cap} is counted inside a transaction.`);
  refuseFull(cap, await countUpTo(database, caps[cap], ownerId), more);
  return settledAs(cap, { ownerId });
}

/** Lets one more come without counting, and says why it may: the word a writer takes in place of a count. */
export const uncounted = <Cap extends CapName>(cap: Cap, because: string): Counted<Cap> =>
  settledAs(cap, { because });

/** For a change that makes no more of these: where something comes after all, it is refused. */
export const nothingComes = <Cap extends CapName>(cap: Cap): Counted<Cap> => settledAs(cap, 'nothing comes');

const settledAs = <Cap extends CapName>(cap: Cap, how: Settled): Counted<Cap> =>
  ({ [cap]: { [settled]: how } }) as Counted<Cap>;

/**
 * Takes a count, in the writer, for whose the new one is.
 * @throws ApiError 409 where another's were counted: between the count and the change it came to be of somebody else
 */
export function spend<Cap extends CapName>(counted: Counted<Cap>, cap: Cap, ownerId: OwnerOf<Cap>): void {
  const how = counted[cap][settled];
  if (how !== 'nothing comes' && ('because' in how || how.ownerId === ownerId)) return;
  throw conflict('What it would belong to changed meanwhile. Try again.');
}

/**
 * Refuses one more, or as many as come at once, where the caller knows how many there are.
 * @throws ApiError 400
 */
export function refuseFull(cap: CapName, count: number, more = 1): void {
  const { many, most } = caps[cap];
  if (count + more <= most) return;
  const [mostOfAll, together] = [most, count + more].map((number) => number.toLocaleString('en'));
  if (count < most)
    throw badRequest(`${many} would be ${together}, and there may be ${mostOfAll} at the most.`);
  throw badRequest(`${many} are ${mostOfAll} already, and there may be no more; delete some first.`);
}
