import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';

type Answered = Answer<'GET /v1/files/{file_key}/versions'>;
export type Version = Answered['versions'][number];

/** The history of a file, the newest first, a page at a time. */
export const versionsQuery = (file: string, state: string) =>
  infiniteQueryOptions({
    queryKey: ['versions', file, state],
    queryFn: ({ pageParam }) =>
      call('GET /v1/files/{file_key}/versions', {
        path: { file_key: file },
        query: { page_size: 30, ...(pageParam === '' ? {} : { before: pageParam }) } as never,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }: Answered) =>
      pagination.next_page === undefined
        ? undefined
        : (new URL(pagination.next_page).searchParams.get('before') ?? undefined),
  });
