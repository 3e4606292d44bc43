import { QueryClient } from '@tanstack/react-query';
import { NotYet, ServerRefusal } from './refusals.ts';

const isFinal = (error: unknown): boolean =>
  error instanceof NotYet || (error instanceof ServerRefusal && error.status < 500);

/**
 * What the server answered, kept for the pages that ask for it again. Refusals are not tried again: they stay.
 * Whether the browser has a network says nothing of the server, which may be on the same machine: what is asked is sent
 * at once, and not kept in silence until a network is there.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (failures, error) => !isFinal(error) && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
});
