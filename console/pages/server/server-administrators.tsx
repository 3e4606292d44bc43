import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { Empty } from '../../parts/section.tsx';

/** What is shown to administrators of the server; others are told that it is for those. */
export function ServerAdministrators({ children }: { children: ReactNode }) {
  const { administers_installation } = useSuspenseQuery(sessionQuery).data;
  return administers_installation ? children : <Empty>This is for the administrators of this server.</Empty>;
}
