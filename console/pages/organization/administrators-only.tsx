import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { Empty } from '../../parts/section.tsx';
import { administersOwn } from './administers-organization.ts';

/** What is shown to administrators of the organization; others are told that it is for those. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const session = useSuspenseQuery(sessionQuery).data;
  return administersOwn(session) ? children : <OnlyAdministrators />;
}

export const OnlyAdministrators = () => <Empty>This is for the administrators of your organization.</Empty>;
