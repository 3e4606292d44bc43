import { QueryClient } from '@tanstack/react-query';
import { ServerRefusal } from './refusals.ts';

/** What the server answered, kept for the pages that ask for it again. Refusals are not tried again: they stay. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => !(error instanceof ServerRefusal && error.status < 500) && failures < 2,
    },
  },
});
