import { type Answer, call } from '../../api/call.ts';

type Page = NonNullable<Answer<'GET /v1/activity_logs'>['meta']>;
export type Activity = NonNullable<Page['activity_logs']>[number];

const limit = 100;

/** The log in pages, newest first. */
export const activityQuery = (events: string) => ({
  queryKey: ['activity', events] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ pageParam: cursor }: { pageParam: string | undefined }) => {
    const query = {
      limit,
      order: 'desc' as const,
      ...(cursor === undefined ? {} : { cursor }),
      ...(events === '' ? {} : { events }),
    };
    const { meta } = await call('GET /v1/activity_logs', { query });
    return { activity_logs: meta?.activity_logs ?? [], cursor: meta?.cursor, hasMore: meta?.next_page };
  },
  getNextPageParam: ({ cursor, hasMore }: { cursor?: string | undefined; hasMore?: boolean | undefined }) =>
    hasMore ? cursor : undefined,
});
