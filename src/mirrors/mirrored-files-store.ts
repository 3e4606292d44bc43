import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FileKey, MirrorId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { firstRow } from '../database/compiled-query.ts';
import { among } from '../database/in-list.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';
import type { ToCome } from './due-store.ts';
import type { Mirror } from './mirrors-store.ts';

/** A file that is kept current with an upstream, and how far that is. */
export type MirroredFile = CamelRow<'mirrored_files'>;

export const mirroredFileColumns = camelColumns('mirrored_files', [
  ...(['file_key', 'mirror_id', 'elsewhere', 'project_elsewhere', 'name', 'state', 'version'] as const),
  ...(['touched_at', 'aim', 'aim_at', 'listed_modified', 'checked_at', 'priority', 'next_at'] as const),
  ...(['tries', 'failure', 'lease', 'leased_until', 'waits_for', 'history_at', 'main_key'] as const),
]);

const { selected, columnsOf } = mirroredFileColumns;

export const findMirroredFile = firstRow<[key: FileKey], MirroredFile>((database, key) =>
  database.selectFrom('mirrored_files').select(selected).where('file_key', '=', key),
);

/** What there is to know of how fresh a file is. */
export type Freshness = Pick<MirroredFile, 'state' | 'checkedAt'> &
  Pick<Mirror, 'isPaused' | 'failure' | 'upstreamId'> & {
    readonly mirrorId: MirrorId;
    readonly pausedUntil: number | null;
  };

/** Of a file that mirrors one, and of its upstream's longest pause. */
export const freshnessOf = firstRow<[key: FileKey], Freshness>((database, key) =>
  database
    .selectFrom('files')
    .innerJoin('mirrored_files', 'mirrored_files.file_key', 'files.key')
    .innerJoin('mirrors', 'mirrors.id', 'files.mirror_id')
    .select((term) => [
      'mirrored_files.state as state',
      'mirrored_files.checked_at as checkedAt',
      'mirrors.is_paused as isPaused',
      'mirrors.failure as failure',
      'mirrors.id as mirrorId',
      'mirrors.upstream_id as upstreamId',
      term
        .selectFrom('upstream_tiers')
        .select((tier) => tier.fn.max('upstream_tiers.paused_until').as('until'))
        .whereRef('upstream_tiers.upstream_id', '=', 'mirrors.upstream_id')
        .as('pausedUntil'),
    ])
    .where('files.key', '=', key),
);

/** What a list of an upstream is compared with. */
export type KnownFile = Pick<
  MirroredFile,
  'fileKey' | 'elsewhere' | 'projectElsewhere' | 'version' | 'state' | 'listedModified'
>;

const knownColumns = camelColumns('mirrored_files', [
  ...(['file_key', 'elsewhere', 'project_elsewhere', 'version', 'state', 'listed_modified'] as const),
]);
/** Of a hundred thousand files some at a time: others work in between. */
const knownAtOnce = 1000;

/** All files of a mirror. */
export async function* knownFiles(database: Kysely<Tables>, id: MirrorId): AsyncGenerator<KnownFile, void> {
  for (let last = '', count = knownAtOnce; count === knownAtOnce; ) {
    const some: KnownFile[] = await database
      .selectFrom('mirrored_files')
      .select(knownColumns.selected)
      .where('mirror_id', '=', id)
      .where('elsewhere', '>', last)
      .orderBy('elsewhere')
      .limit(knownAtOnce)
      .execute();
    yield* some;
    [last, count] = [some.at(-1)?.elsewhere ?? '', some.length];
  }
}

/** Those of a mirror, by their keys; some of them where there are many. */
export function filesOfMirror(database: Kysely<Tables>, id: MirrorId, most: number): Promise<MirroredFile[]> {
  return database
    .selectFrom('mirrored_files')
    .select(selected)
    .where('mirror_id', '=', id)
    .orderBy('file_key')
    .limit(most)
    .execute();
}

/** How many files of a mirror are not here yet. */
export async function countWaiting(database: Kysely<Tables>, id: MirrorId): Promise<number> {
  const { count } = await database
    .selectFrom('mirrored_files')
    .select((term) => term.fn.countAll<number | string>().as('count'))
    .where('mirror_id', '=', id)
    .where('version', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Forgets a file that was asked for and never came. */
export async function deleteUnfound(database: Kysely<Tables>, key: FileKey): Promise<void> {
  await database
    .deleteFrom('mirrored_files')
    .where('file_key', '=', key)
    .where('version', 'is', null)
    .where('lease', 'is', null)
    .execute();
}

/** How many of these files other mirrors have, by these. */
export async function countHeldByOthers(
  database: Kysely<Tables>,
  id: MirrorId,
  keys: readonly FileKey[],
): Promise<ReadonlyMap<MirrorId, number>> {
  const rows = await database
    .selectFrom('mirrored_files')
    .select((term) => ['mirror_id', term.fn.countAll<number | string>().as('count')] as const)
    .where(among(database, 'file_key', keys))
    .where('mirror_id', '<>', id)
    .groupBy('mirror_id')
    .execute();
  return new Map(rows.map(({ mirror_id, count }) => [mirror_id, Number(count)]));
}

/** The files of a mirror that are in one state, and what is to come of them. */
export interface StateTotal extends Pick<MirroredFile, 'state'>, ToCome {
  readonly count: number;
}

/** All of them as they are at one moment. */
export async function totalsOfMirror(database: Kysely<Tables>, id: MirrorId): Promise<StateTotal[]> {
  const firstAt = (condition: RawBuilder<unknown>) =>
    sql<number | string | null>`min(case when ${condition} then next_at end)`;
  const rows = await countStates(database)
    .select(firstAt(sql`tries = 0`).as('untriedAt'))
    .select(firstAt(sql`waits_for is not null`).as('waitsUntil'))
    .where('mirror_id', '=', id)
    .orderBy('state')
    .execute();
  const time = (at: number | string | null) => (at === null ? null : Number(at));
  return rows.map(({ state, count, untriedAt, waitsUntil }) => ({
    state,
    count: Number(count),
    untriedAt: time(untriedAt),
    waitsUntil: time(waitsUntil),
  }));
}

/** How many files of all mirrors are in each state. */
export async function countsOfMirrors(
  database: Kysely<Tables>,
): Promise<ReadonlyMap<MirroredFile['state'], number>> {
  const rows = await countStates(database).execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

const countStates = (database: Kysely<Tables>) =>
  database
    .selectFrom('mirrored_files')
    .select((term) => ['state', term.fn.countAll<number | string>().as('count')] as const)
    .groupBy('state');

/** A new row that is due at once. */
export const newMirroredFile = (
  file: Pick<MirroredFile, 'fileKey' | 'mirrorId' | 'elsewhere' | 'name' | 'priority' | 'nextAt'> &
    Partial<Pick<MirroredFile, 'projectElsewhere' | 'listedModified' | 'mainKey'>>,
): MirroredFile => ({
  projectElsewhere: null,
  listedModified: null,
  state: 'waiting',
  version: null,
  touchedAt: null,
  aim: null,
  aimAt: null,
  checkedAt: null,
  tries: 0,
  failure: null,
  lease: null,
  leasedUntil: null,
  waitsFor: null,
  historyAt: null,
  mainKey: null,
  ...file,
});

/** Adds those that no mirror has yet; answers how many. */
export async function insertMirroredFiles(
  transaction: Kysely<Tables>,
  files: readonly MirroredFile[],
): Promise<number> {
  let count = 0;
  for (const some of inStatements(files)) {
    const added = await transaction
      .insertInto('mirrored_files')
      .values(some.map((file) => columnsOf(file)))
      .onConflict((conflict) => conflict.column('file_key').doNothing())
      .returning('file_key')
      .execute();
    count += added.length;
  }
  return count;
}

export async function updateMirroredFile(
  transaction: Kysely<Tables>,
  key: FileKey,
  changes: Partial<MirroredFile>,
): Promise<void> {
  await transaction
    .updateTable('mirrored_files')
    .set(columnsOf(changes))
    .where('file_key', '=', key)
    .execute();
}
