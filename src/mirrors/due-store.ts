import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { WritingChange } from '../change.ts';
import { mostSkewMs } from '../clock.ts';
import type { MirrorId, OrganizationId, UpstreamId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { leaseMs } from './leases.ts';

/** What is to come of rows: when the first is due that was not tried yet, and of those that wait for calls of a tier. */
export interface ToCome {
  readonly untriedAt: number | null;
  readonly waitsUntil: number | null;
}

type DueTable = 'mirror_lists' | 'mirrored_files';

/** Takes what is due first, where something is: looks again where somebody else took it in between. */
export async function takeFirst<Due, Taken>(
  findFirst: () => Promise<Due | undefined>,
  take: (due: Due) => Promise<Taken | undefined>,
): Promise<Taken | undefined> {
  for (;;) {
    const due = await findFirst();
    if (due === undefined) return undefined;
    const taken = await take(due);
    if (taken !== undefined) return taken;
  }
}

/** Rows whose time has come, of mirrors that go on; those that nobody is at, where a lease is asked for. */
export function dueRows(table: DueTable, now: number) {
  // A look in the future was before the clock was set back.
  return sql<SqlBool>`(${sql.ref(`${table}.next_at`)} <= ${now} or ${sql.ref(`${table}.checked_at`)} > ${now + mostSkewMs})`;
}

/** Nobody is at it; a lease that ends too late was taken before the clock was set back. */
export function isFree(table: DueTable, now: number) {
  const until = sql.ref(`${table}.leased_until`);
  return sql<SqlBool>`(${sql.ref(`${table}.lease`)} is null or ${until} <= ${now} or ${until} > ${now + leaseMs + mostSkewMs})`;
}

/** Of mirrors that neither a person nor a failure stopped, and of none of those organizations. */
export function goesOn(table: DueTable, of: MirrorId | undefined, except: readonly OrganizationId[] = []) {
  const ids = of === undefined ? sql`` : sql` and mirrors.id = ${of}`;
  const others = except.length === 0 ? sql`` : sql` and ${notOf('mirrors', except)}`;
  return sql<SqlBool>`exists (
    select 1 from mirrors where mirrors.id = ${sql.ref(`${table}.mirror_id`)}
    and mirrors.is_paused = 0 and mirrors.failure is null${ids}${others})`;
}

/** Rows whose upstream belongs to none of those organizations. */
export const notOf = (table: 'mirrors' | 'left_webhooks', organizations: readonly OrganizationId[]) =>
  sql<SqlBool>`${sql.ref(`${table}.upstream_id`)} not in (
    select id from upstreams where organization_id in (${sql.join(organizations)}))`;

type NextTime = Promise<number | undefined>;

/** When something is due next; undefined where nothing is. */
export const nextDueOf = (database: Kysely<Tables>, table: DueTable, of: MirrorId | undefined): NextTime =>
  earliest(database, 'next_at', table, goesOn(table, of));

/** When an older version is read next; undefined where none is. */
export const nextHistoryOf = (database: Kysely<Tables>, of: MirrorId | undefined): NextTime =>
  earliest(
    database,
    'history_at',
    'mirrored_files',
    sql<SqlBool>`state = 'current' and ${goesOn('mirrored_files', of)}`,
  );

/** When something goes on that waits for calls of a tier. */
export const nextWaitingOf = (
  database: Kysely<Tables>,
  table: DueTable,
  of: MirrorId | undefined,
): NextTime =>
  earliest(database, 'next_at', table, sql<SqlBool>`waits_for is not null and ${goesOn(table, of)}`);

async function earliest(
  database: Kysely<Tables>,
  column: 'next_at' | 'history_at',
  table: DueTable,
  among: RawBuilder<SqlBool>,
): NextTime {
  const row = await database
    .selectFrom(table)
    .select(sql<number | string | null>`min(${sql.ref(column)})`.as('at'))
    .where(among)
    .executeTakeFirst();
  return row === undefined || row.at === null ? undefined : Number(row.at);
}

/** Whether somebody is at something of it. */
export async function isUnderWay(
  database: Kysely<Tables>,
  table: DueTable,
  now: number,
  of: MirrorId | undefined,
): Promise<boolean> {
  const row = await database
    .selectFrom(table)
    .select('mirror_id')
    .where('lease', 'is not', null)
    .where('leased_until', '>', now)
    .where('leased_until', '<=', now + leaseMs + mostSkewMs)
    .where(goesOn(table, of))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Has what waits for an upstream's limits tried at once; what they still do not let through waits on. */
export async function hurryWaiting(
  database: Kysely<Tables>,
  upstreamId: UpstreamId,
  now: number,
): Promise<void> {
  const isOf = sql<SqlBool>`mirror_id in (select id from mirrors where upstream_id = ${upstreamId})`;
  const isWaiting = sql<SqlBool>`waits_for is not null and next_at > ${now} and lease is null and ${isOf}`;
  await database.updateTable('mirror_lists').set({ next_at: now }).where(isWaiting).execute();
  await database.updateTable('mirrored_files').set({ next_at: now }).where(isWaiting).execute();
}

/** Has what failed of an upstream's mirrors tried at once, but for what waits for its limits. */
export async function hurryFailed(
  { transaction, at }: Pick<WritingChange, 'transaction' | 'at'>,
  upstreamId: UpstreamId,
): Promise<void> {
  const isOf = sql<SqlBool>`mirror_id in (select id from mirrors where upstream_id = ${upstreamId})`;
  const hasFailed = sql<SqlBool>`failure is not null and waits_for is null and next_at > ${at} and lease is null and ${isOf}`;
  await transaction.updateTable('mirror_lists').set({ next_at: at }).where(hasFailed).execute();
  await transaction.updateTable('mirrored_files').set({ next_at: at }).where(hasFailed).execute();
}

const nobodys = { lease: null, leased_until: null } as const;

/** Leases of an earlier run of the only process that there is. */
export async function freeAllLeases(database: Kysely<Tables>): Promise<void> {
  await database.updateTable('mirror_lists').set(nobodys).where('lease', 'is not', null).execute();
  await database.updateTable('mirrored_files').set(nobodys).where('lease', 'is not', null).execute();
}
