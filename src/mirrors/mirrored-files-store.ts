import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tier } from '../access/rate-limits/limits.ts';
import type { WritingChange } from '../change.ts';
import {
  type FileKey,
  idOfNothing,
  type MirrorId,
  type OrganizationId,
  type UpstreamId,
} from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { firstRow } from '../database/compiled-query.ts';
import { among } from '../database/in-list.ts';
import { inStatements } from '../database/statement-batches.ts';
import type { Tables } from '../database/tables.ts';
import { dueRows, goesOn, isFree, type ToCome } from './due-store.ts';
import { LeaseLost, leaseMs } from './leases.ts';
import type { Mirror } from './mirrors-store.ts';

/** A file that is kept current with an upstream, and how far that is. */
export type MirroredFile = CamelRow<'mirrored_files'>;

const { selected, columnsOf } = camelColumns('mirrored_files', [
  ...(['file_key', 'mirror_id', 'elsewhere', 'project_elsewhere', 'name', 'state', 'version'] as const),
  ...(['touched_at', 'aim', 'aim_at', 'listed_modified', 'checked_at', 'priority', 'next_at'] as const),
  ...(['tries', 'failure', 'lease', 'leased_until', 'waits_for', 'history_at', 'main_key'] as const),
]);

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

/** Those of a mirror, by their keys; some of them where there are many. */
export function filesOfMirror(
  database: Kysely<Tables>,
  id: MirrorId,
  most = Number.MAX_SAFE_INTEGER,
): Promise<MirroredFile[]> {
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
    ...{ state, count: Number(count), untriedAt: time(untriedAt), waitsUntil: time(waitsUntil) },
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
  ...{ projectElsewhere: null, listedModified: null, state: 'waiting', version: null, touchedAt: null },
  ...{ aim: null, aimAt: null, checkedAt: null, tries: 0, failure: null, lease: null, leasedUntil: null },
  ...{ waitsFor: null, historyAt: null, mainKey: null, ...file },
});

/** Adds those that no mirror has yet; answers how many. */
export async function insertMirroredFiles(
  transaction: Kysely<Tables>,
  files: readonly MirroredFile[],
): Promise<number> {
  let count = 0;
  for (const some of inStatements(files.map((file) => columnsOf(file)))) {
    const added = await transaction
      .insertInto('mirrored_files')
      .values(some)
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

/** Has all files of a mirror looked at at once that are not left to a list, or lack a part that could not be had. */
export async function hurryFiles({ transaction, at }: WritingChange, id: MirrorId): Promise<void> {
  await transaction
    .updateTable('mirrored_files')
    .set({ priority: 0, next_at: at, tries: 0 })
    .where('mirror_id', '=', id)
    .where('state', '<>', 'detached')
    .where((term) =>
      term.or([
        ...[term('next_at', 'is not', null), term('project_elsewhere', 'is', null)],
        term('file_key', 'in', (steps) =>
          steps
            .selectFrom('mirror_steps')
            .select('mirror_steps.file_key')
            .where('mirror_steps.state', '=', 'failed'),
        ),
      ]),
    )
    .execute();
}

/** Has branches brought that waited for their main file to be here. */
export async function hurryBranches({ transaction, at }: WritingChange, mainKey: FileKey): Promise<void> {
  await transaction
    .updateTable('mirrored_files')
    .set({ next_at: at })
    .where('main_key', '=', mainKey)
    .where('version', 'is', null)
    .where('next_at', 'is', null)
    .execute();
}

/** Has one file looked at at once, by what the upstream calls it; answers whether it is one of the mirror. */
export async function hurryFileElsewhere(
  { transaction, at }: Pick<WritingChange, 'transaction' | 'at'>,
  { id, elsewhere }: { readonly id: MirrorId; readonly elsewhere: string },
  priority: number,
): Promise<boolean> {
  const found = await transaction
    .updateTable('mirrored_files')
    .set({ next_at: at, priority })
    .where('mirror_id', '=', id)
    .where('elsewhere', '=', elsewhere)
    .where('state', '<>', 'detached')
    .returning('file_key')
    .execute();
  return found.length > 0;
}

/** Has older versions of a mirror's files read, where they were not yet. */
export async function hurryHistory({ transaction, at }: WritingChange, id: MirrorId): Promise<void> {
  await transaction
    .updateTable('mirrored_files')
    .set({ history_at: at })
    .where('mirror_id', '=', id)
    .where('version', 'is not', null)
    .where('state', '<>', 'detached')
    .execute();
}

interface FileClaim {
  readonly lease: string;
  readonly now: number;
  /** Of one mirror, or only one file. */
  readonly of?: MirrorId | undefined;
  readonly key?: FileKey | undefined;
  /** Of those that are here, the one whose older versions are due. */
  readonly isOfThePast?: boolean;
  readonly except?: readonly OrganizationId[] | undefined;
}

/** Takes the file that is due first, where one is. */
export async function claimFile(
  database: Kysely<Tables>,
  { lease, now, of, key, isOfThePast = false, except }: FileClaim,
): Promise<MirroredFile | undefined> {
  for (;;) {
    const due = await database
      .selectFrom('mirrored_files')
      .select('file_key')
      .$if(!isOfThePast, (files) => files.where(dueRows('mirrored_files', now)))
      .$if(isOfThePast, (files) => files.where('history_at', '<=', now).where('state', '=', 'current'))
      .where(isFree('mirrored_files', now))
      .where('state', '<>', 'detached')
      .$if(key !== undefined, (files) => files.where('file_key', '=', key ?? idOfNothing))
      .where(goesOn('mirrored_files', of, except))
      .orderBy('priority')
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const taken = await database
      .updateTable('mirrored_files')
      .set({ lease, leased_until: now + leaseMs })
      .where('file_key', '=', due.file_key)
      .where(isFree('mirrored_files', now))
      .returning(selected)
      .executeTakeFirst();
    if (taken !== undefined) return taken;
  }
}

/** Has all that wait for calls of a tier wait until then, so that not each of them asks for the next one. */
export async function putOff(
  database: Kysely<Tables>,
  upstreamId: UpstreamId,
  tier: Tier,
  until: number,
): Promise<void> {
  await database
    .updateTable('mirrored_files')
    .set({ next_at: until })
    .where('waits_for', '=', tier)
    .where('next_at', '<', until)
    .where('lease', 'is', null)
    .where('mirror_id', 'in', (all) =>
      all.selectFrom('mirrors').select('mirrors.id').where('mirrors.upstream_id', '=', upstreamId),
    )
    .execute();
}

/** Writes what whoever holds the lease found. @throws LeaseLost */
export async function updateHeldFile(
  database: Kysely<Tables>,
  { fileKey, lease }: Pick<MirroredFile, 'fileKey' | 'lease'>,
  changes: Partial<MirroredFile>,
): Promise<void> {
  const held = await database
    .updateTable('mirrored_files')
    .set(columnsOf(changes))
    .where('file_key', '=', fileKey)
    .where('lease', '=', lease)
    .returning('file_key')
    .executeTakeFirst();
  if (held === undefined) throw new LeaseLost();
}
