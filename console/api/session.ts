import { useSuspenseQuery } from '@tanstack/react-query';
import { type Answer, call } from './call.ts';

export type Session = Answer<'GET /workspace/v1/session'>;

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: () => call('GET /workspace/v1/session'),
  staleTime: 60_000,
} as const;

/** Who is signed in. It is known before any page is shown, so that pages never wait for it. */
export function usePerson(): Session['user'] {
  return useSuspenseQuery(sessionQuery).data.user;
}
