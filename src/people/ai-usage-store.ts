import type { Kysely, Selectable } from 'kysely';
import { emailKey } from '../access/email-address.ts';
import { type OrganizationId, type UserId, userIdOf } from '../contract/branded-ids.ts';
import { among } from '../database/in-list.ts';
import type { AiUsageTable, Tables } from '../database/tables.ts';

/** What somebody used on a day in an editor. */
export interface Usage {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly userId: UserId;
  readonly editorType: Selectable<AiUsageTable>['editor_type'];
  readonly seatMillicredits: number;
  readonly planMillicredits: number;
}

/** The same with the address that the person has now; those who left have none. */
export interface ListedUsage extends Usage {
  readonly organizationId: OrganizationId;
  readonly email: string | null;
}

/** Place of a row in the order of the answers. */
export type UsagePlace = Pick<Usage, 'day' | 'userId' | 'editorType'>;

const usageColumns = [
  'ai_usage.day',
  'ai_usage.user_id as userId',
  'ai_usage.editor_type as editorType',
  'ai_usage.seat_millicredits as seatMillicredits',
  'ai_usage.plan_millicredits as planMillicredits',
] as const;

export interface UsageQuery {
  readonly organizationId: OrganizationId;
  /** Both are part of the range. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly userIds: readonly UserId[] | undefined;
  readonly after: UsagePlace | undefined;
  readonly limit: number;
}

export async function findUsage(database: Kysely<Tables>, asked: UsageQuery): Promise<ListedUsage[]> {
  const { userIds, after } = asked;
  let query = database
    .selectFrom('ai_usage')
    .leftJoin('users', 'users.id', 'ai_usage.user_id')
    .select(usageColumns)
    .select(['ai_usage.organization_id as organizationId', 'users.email'])
    .where('ai_usage.organization_id', '=', asked.organizationId)
    .where('day', '>=', asked.firstDay)
    .where('day', '<=', asked.lastDay);
  if (userIds !== undefined) query = query.where(among(database, 'user_id', userIds));
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('day', 'user_id', 'editor_type'), '>', tuple(after.day, after.userId, after.editorType)),
    );
  }
  return query.orderBy('day').orderBy('user_id').orderBy('editor_type').limit(asked.limit).execute();
}

/** People of an organization by their e-mail address, however it is written. */
export async function findUserIds(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  email: string,
): Promise<UserId[]> {
  const rows = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((term) => term(term.fn<string>('lower', ['email']), '=', emailKey(email)))
    .execute();
  return rows.map(({ id }) => id);
}

/** What is recorded of the same person, day and editor. */
export async function findUsageOn(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  { day, userId, editorType }: UsagePlace,
): Promise<Usage | undefined> {
  return database
    .selectFrom('ai_usage')
    .select(usageColumns)
    .where('organization_id', '=', organizationId)
    .where('day', '=', day)
    .where('user_id', '=', userId)
    .where('editor_type', '=', editorType)
    .executeTakeFirst();
}

/** Puts what somebody used on a day in an editor in place of what was recorded of it before. For `recordUsage` alone. */
export async function putUsage(
  transaction: Kysely<Tables>,
  organizationId: OrganizationId,
  { day, userId, editorType, seatMillicredits, planMillicredits }: Usage,
): Promise<void> {
  const credits = { seat_millicredits: seatMillicredits, plan_millicredits: planMillicredits };
  await transaction
    .insertInto('ai_usage')
    .values({ organization_id: organizationId, day, user_id: userId, editor_type: editorType, ...credits })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'day', 'user_id', 'editor_type']).doUpdateSet(credits),
    )
    .execute();
}

/** Usage as it is given: a person, a day, and credits, none where they are left out. */
interface GivenUsage {
  readonly user: string;
  readonly day: string;
  readonly editor_type?: Usage['editorType'];
  readonly seat_credits_sum?: number;
  readonly plan_credits_sum?: number;
}

export const usageOf = (given: GivenUsage): Usage => ({
  day: given.day,
  userId: userIdOf(given.user),
  editorType: given.editor_type ?? 'not_applicable',
  seatMillicredits: Math.round((given.seat_credits_sum ?? 0) * 1000),
  planMillicredits: Math.round((given.plan_credits_sum ?? 0) * 1000),
});
