import { type Answer, call } from '../../api/call.ts';

type Page = NonNullable<Answer<'GET /v1/activity_logs'>['meta']>;
export type Activity = NonNullable<Page['activity_logs']>[number];

const limit = 100;

/** Which entries are asked for; days in UTC as `2026-01-31`, empty for all. */
export interface ActivityFilters {
  readonly events: string;
  readonly from: string;
  readonly to: string;
}

const daySeconds = 86_400;
const secondsOf = (day: string, later: number) =>
  day === '' ? undefined : Date.parse(`${day}T00:00:00Z`) / 1000 + later;

const pageOf = async ({ events, from, to }: ActivityFilters, cursor: string | undefined) => {
  const [start_time, end_time] = [secondsOf(from, 0), secondsOf(to, daySeconds - 1)];
  const query = {
    limit,
    order: 'desc' as const,
    ...(cursor === undefined ? {} : { cursor }),
    ...(events === '' ? {} : { events }),
    ...(start_time === undefined ? {} : { start_time }),
    ...(end_time === undefined ? {} : { end_time }),
  };
  const { meta } = await call('GET /v1/activity_logs', { query });
  return { activity_logs: meta?.activity_logs ?? [], cursor: meta?.cursor, hasMore: meta?.next_page };
};

/** All that match, for a file of them. */
export async function allActivity(filters: ActivityFilters): Promise<Activity[]> {
  const found: Activity[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(filters, cursor);
    for (const entry of page.activity_logs) found.push(entry);
    cursor = page.hasMore ? (page.cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  return found;
}

/** The log in pages, newest first. */
export const activityQuery = (filters: ActivityFilters) => ({
  queryKey: ['activity', filters] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }: { pageParam: string | undefined }) => pageOf(filters, cursor),
  getNextPageParam: ({ cursor, hasMore }: { cursor?: string | undefined; hasMore?: boolean | undefined }) =>
    hasMore ? cursor : undefined,
});
