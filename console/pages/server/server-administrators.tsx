import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/section.tsx';

interface ForServerAdministrators {
  /** Of the page that others see, where what is shown is a page of its own. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** What is shown to administrators of the server; others are told that it is for those. */
export function ServerAdministrators({ title, children }: ForServerAdministrators) {
  const { administers_installation } = useSuspenseQuery(sessionQuery).data;
  if (administers_installation) return children;
  const refusal = <Empty>This is for the administrators of this server.</Empty>;
  return title === undefined ? refusal : <Page title={title}>{refusal}</Page>;
}
