import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/call.ts';
import { sessionQuery } from '../../api/session.ts';
import { useRoom } from '../room.ts';
import { type Thread, threadsOf } from './comment-threads.ts';

const everyMs = 15_000;

const commentsQuery = (file: string) =>
  queryOptions({
    queryKey: ['comments', file],
    queryFn: () => call('GET /v1/files/{file_key}/comments', { path: { file_key: file } }),
    refetchInterval: everyMs,
  });

interface Threads {
  readonly threads: readonly Thread[];
  readonly isPending: boolean;
  readonly error: unknown;
}

/** The threads of the file, looked at again now and then. */
export function useThreads(): Threads {
  const { file } = useRoom();
  const { data, isPending, error } = useQuery(commentsQuery(file));
  const threads = useMemo(() => threadsOf(data?.comments ?? []), [data]);
  return { threads, isPending, error };
}

/** Id of the person who looks; nothing until it is known. */
export function useOwnId(): string {
  return useQuery(sessionQuery).data?.user.id ?? '';
}

/** Something that is done about comments; what is shown of them is looked at again then. */
export function useCommentChange<Given>(change: (given: Given, file: string) => Promise<unknown>) {
  const { file } = useRoom();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => change(given, file),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['comments', file] }),
  });
}
