import { useRouter, useRouterState } from '@tanstack/react-router';
import { type Sought, soughtOf } from './sought.ts';

const path = '/search';

/** What is sought, while the page of the search is shown, and how to seek something else. */
export function useSought() {
  const router = useRouter();
  const isHere = useRouterState({ select: ({ location }) => location.pathname === path });
  const given: object = useRouterState({ select: ({ location }) => location.search as object });
  const sought: Sought = isHere ? soughtOf({ ...given }) : {};
  const seek = (next: Sought): void =>
    void router.navigate({ to: path, search: soughtOf({ ...next }) as never, replace: isHere });
  return { isHere, sought, seek };
}
