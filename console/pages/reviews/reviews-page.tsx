import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/section.tsx';
import { lookAgain, reviewsQuery } from './review-queries.ts';
import { WaitingApp } from './waiting-app.tsx';

const lead = 'Apps that want to be open to everybody, longest waiting first.';

/** For the administrators of the installation; others read whose it is. @see OAUTH-19 */
export function ReviewsPage() {
  const { administers_installation } = useSuspenseQuery(sessionQuery).data;
  if (administers_installation) return <Queue />;
  return (
    <Page title="Reviews">
      <Empty>Administrators of this server review apps here. You are not one of them.</Empty>
    </Page>
  );
}

function Queue() {
  const { apps } = useSuspenseQuery(reviewsQuery).data;
  const [done, setDone] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const next = async (words: string) => {
    setDone(words);
    await lookAgain();
    place.current?.focus();
  };
  return (
    <Page title="Reviews" lead={lead}>
      <div ref={place} tabIndex={-1} className="reviewed">
        {done !== '' && <Notice kind="good">{done}</Notice>}
      </div>
      {apps.length === 0 && <Empty>No app waits for a review.</Empty>}
      {apps.map((app) => (
        <WaitingApp key={`${app.client_id} ${app.revision}`} app={app} onDone={next} />
      ))}
    </Page>
  );
}
