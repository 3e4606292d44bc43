import { type Answer, call } from '../../api/call.ts';
import { isSought, type Sought } from './sought.ts';

export type Hit = Answer<'GET /workspace/v1/search'>['hits'][number];

/** What is found, best first, a page after the other. */
export const searchQuery = (sought: Sought) => ({
  queryKey: ['search', sought] as const,
  enabled: isSought(sought),
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam }: { pageParam: string | undefined }) => {
    const query = { ...sought, page_size: 30, ...(pageParam === undefined ? {} : { cursor: pageParam }) };
    return call('GET /workspace/v1/search', { query });
  },
  getNextPageParam: ({ next_cursor }: { next_cursor?: string }) => next_cursor,
});
