import type { Insertable, Kysely, Selectable } from 'kysely';
import { emailKey } from '../access/email-address.ts';
import { among } from '../database/among.ts';
import type { AiUsageTable, Tables } from '../database/tables.ts';

/** A day's usage of a person with their address now; those who left have none. */
export type UsageRow = Selectable<AiUsageTable> & { readonly email: string | null };

/** Place of a row in the order of the answers. */
export type UsagePlace = Pick<UsageRow, 'day' | 'user_id' | 'editor_type'>;

export interface UsageQuery {
  readonly organizationId: string;
  /** Both are part of the range. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly userIds: readonly string[] | undefined;
  readonly after: UsagePlace | undefined;
  readonly limit: number;
}

export async function findUsage(database: Kysely<Tables>, asked: UsageQuery): Promise<UsageRow[]> {
  const { userIds, after } = asked;
  let query = database
    .selectFrom('ai_usage')
    .leftJoin('users', 'users.id', 'ai_usage.user_id')
    .selectAll('ai_usage')
    .select('users.email')
    .where('ai_usage.organization_id', '=', asked.organizationId)
    .where('day', '>=', asked.firstDay)
    .where('day', '<=', asked.lastDay);
  if (userIds !== undefined) query = query.where(among(database, 'user_id', userIds));
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('day', 'user_id', 'editor_type'), '>', tuple(after.day, after.user_id, after.editor_type)),
    );
  }
  return query.orderBy('day').orderBy('user_id').orderBy('editor_type').limit(asked.limit).execute();
}

/** People of an organization by their e-mail address, however it is written. */
export async function findUserIds(
  database: Kysely<Tables>,
  organizationId: string,
  email: string,
): Promise<string[]> {
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((term) => term(term.fn<string>('lower', ['email']), '=', emailKey(email)))
    .execute();
  return rows.map(({ id }) => id);
}

/** Puts what somebody used on a day in an editor in place of what was recorded of it before. */
export async function putUsage(transaction: Kysely<Tables>, row: Insertable<AiUsageTable>): Promise<void> {
  const { seat_millicredits, plan_millicredits } = row;
  await transaction
    .insertInto('ai_usage')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'day', 'user_id', 'editor_type'])
        .doUpdateSet({ seat_millicredits, plan_millicredits }),
    )
    .execute();
}

/** Usage as it is given: a person, a day, and credits, none where they are left out. */
interface GivenUsage {
  readonly user: string;
  readonly day: string;
  readonly editor_type?: UsageRow['editor_type'];
  readonly seat_credits_sum?: number;
  readonly plan_credits_sum?: number;
}

/** The columns of usage as it is given. */
export const usageColumns = (given: GivenUsage) => ({
  day: given.day,
  user_id: given.user,
  editor_type: given.editor_type ?? 'not_applicable',
  seat_millicredits: Math.round((given.seat_credits_sum ?? 0) * 1000),
  plan_millicredits: Math.round((given.plan_credits_sum ?? 0) * 1000),
});

/** The day of a time, in UTC. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** The time at which a day begins; undefined for what is no day of the calendar. */
export function startOfDay(day: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(time) || dayOf(time) !== day ? undefined : time;
}
