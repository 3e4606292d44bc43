import { QueryCache, QueryClient } from '@tanstack/react-query';
import { goToSignIn } from './base-path.ts';
import { csrfToken, forgetCsrfToken } from './csrf-token.ts';
import { ServerRefusal } from './refusals.ts';

/** What the server answered, kept for the pages that ask for it again. Refusals are not tried again: they stay. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveIfSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => !(error instanceof ServerRefusal && error.status < 500) && failures < 2,
    },
  },
});

/** A session that ended meanwhile leads to sign-in, and back here. */
export async function leaveIfSignedOut(error: unknown): Promise<void> {
  if (!(error instanceof ServerRefusal) || ![401, 403].includes(error.status)) return;
  forgetCsrfToken();
  if ((await csrfToken()) === '') goToSignIn();
}
