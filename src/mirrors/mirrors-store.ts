import type { Kysely } from 'kysely';
import { pageByTime } from '../access/page-by-time-store.ts';
import type { Page, PageQuery } from '../access/paged-list.ts';
import type { MirrorId, OrganizationId, ProjectId, UpstreamId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { firstRow } from '../database/compiled-query.ts';
import { among } from '../database/in-list.ts';
import type { Tables } from '../database/tables.ts';

/** What keeps files current with an upstream. */
export type Mirror = CamelRow<'mirrors'>;

const { selected, columnsOf } = camelColumns('mirrors', [
  ...(['id', 'upstream_id', 'project_id', 'kind', 'elsewhere', 'version_count', 'with_branches'] as const),
  ...([
    'is_paused',
    'failure',
    'webhook_elsewhere',
    'passcode_hash',
    'held',
    'created_by',
    'created_at',
  ] as const),
]);

export const findMirrorRow = firstRow<[id: MirrorId], Mirror>((database, id) =>
  database.selectFrom('mirrors').select(selected).where('id', '=', id),
);

/** The mirror of an upstream's thing, where there is one. */
export function mirrorOf(
  database: Kysely<Tables>,
  { upstreamId, kind, elsewhere }: Pick<Mirror, 'upstreamId' | 'kind' | 'elsewhere'>,
): Promise<Mirror | undefined> {
  return database
    .selectFrom('mirrors')
    .select(selected)
    .where('upstream_id', '=', upstreamId)
    .where('kind', '=', kind)
    .where('elsewhere', '=', elsewhere)
    .executeTakeFirst();
}

export async function mirrorsOfUpstream(database: Kysely<Tables>, id: UpstreamId): Promise<Mirror[]> {
  return database.selectFrom('mirrors').select(selected).where('upstream_id', '=', id).execute();
}

export async function mirrorsInProjects(
  database: Kysely<Tables>,
  ids: readonly ProjectId[],
): Promise<Mirror[]> {
  return database
    .selectFrom('mirrors')
    .select(selected)
    .where(among(database, 'project_id', ids))
    .execute();
}

interface Listed {
  /** Undefined for those of all. */
  readonly organizationId: OrganizationId | undefined;
  readonly projectId: ProjectId | undefined;
  readonly isSeen: (mirror: Mirror) => boolean;
}

/** A page of mirrors, oldest first. */
export function pageOfMirrors(
  database: Kysely<Tables>,
  { organizationId, projectId, isSeen }: Listed,
  query: PageQuery,
): Promise<Page<Mirror>> {
  let mirrors = database.selectFrom('mirrors').select(selected);
  if (projectId !== undefined) mirrors = mirrors.where('project_id', '=', projectId);
  if (organizationId !== undefined)
    mirrors = mirrors.where('upstream_id', 'in', (all) =>
      all
        .selectFrom('upstreams')
        .select('upstreams.id')
        .where('upstreams.organization_id', '=', organizationId),
    );
  return pageByTime(mirrors, 'mirrors', query, { isSeen });
}

/** Whether there is any mirror at all, so that nothing is asked about files where there is none. */
export const anyMirror = firstRow<[], { readonly id: MirrorId }>((database) =>
  database.selectFrom('mirrors').select('id').limit(1),
);

/** For the writers of mirrors alone, as all below. */
export async function insertMirror(transaction: Kysely<Tables>, mirror: Mirror): Promise<void> {
  await transaction.insertInto('mirrors').values(columnsOf(mirror)).execute();
}

export async function updateMirror(
  transaction: Kysely<Tables>,
  id: MirrorId,
  changes: Partial<Mirror>,
): Promise<void> {
  await transaction.updateTable('mirrors').set(columnsOf(changes)).where('id', '=', id).execute();
}

/** All mirrors of an upstream stand still for the same reason: its token is not taken any more. */
export async function failMirrors(
  database: Kysely<Tables>,
  upstreamId: UpstreamId,
  failure: string,
): Promise<void> {
  await database.updateTable('mirrors').set({ failure }).where('upstream_id', '=', upstreamId).execute();
}

export async function deleteMirrorRow(transaction: Kysely<Tables>, id: MirrorId): Promise<void> {
  await transaction.deleteFrom('mirrors').where('id', '=', id).execute();
}
