import { useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { ByAndBy } from '../parts/by-and-by.tsx';
import { useRoom } from '../room.ts';
import { usePlace } from '../use-place.ts';
import { useOwnId, useThreads } from './comment-queries.ts';
import {
  filtered,
  isUnread,
  mostPins,
  type Reader,
  type ThreadFilter,
  threadFilters,
} from './comment-threads.ts';
import { NewComment } from './new-comment.tsx';
import { OpenThread } from './open-thread.tsx';
import { useReadThreads } from './read-threads.ts';
import { ThreadRow } from './thread-row.tsx';
import './comments.css';

const names: Readonly<Record<ThreadFilter, string>> = {
  open: 'Open',
  unread: 'Unread',
  mine: 'Mine',
  resolved: 'Resolved',
};

/** The threads of the file, or the one that the address names. */
export function CommentsPanel() {
  const { thread } = usePlace();
  const { closed } = useRoom();
  const { threads, isPending, error } = useThreads();
  const open = threads.find(({ root }) => root.id === thread);
  if (error !== null) return <p className="panel-words">{sentenceOf(error)}</p>;
  if (isPending) return <p className="panel-words">Loading the comments…</p>;
  if (open !== undefined) return <OpenThread key={open.root.id} thread={open} />;
  return (
    <>
      {thread !== undefined && (
        <p className="panel-words">This thread is not there; it may have been deleted.</p>
      )}
      {closed === undefined ? <NewComment /> : <p className="panel-words">{closed}</p>}
      <ThreadList />
    </>
  );
}

function ThreadList() {
  const { threads } = useThreads();
  const reader: Reader = { id: useOwnId(), read: useReadThreads() };
  const [filter, choose] = useState<ThreadFilter>('open');
  const found = filtered(threads, filter, reader);
  return (
    <>
      <fieldset className="pressed-choices thread-filters" aria-label="Which threads">
        {threadFilters.map((one) => (
          <button key={one} type="button" aria-pressed={one === filter} onClick={() => choose(one)}>
            {names[one]}
          </button>
        ))}
      </fieldset>
      {found.length === 0 && <p className="panel-words">{wordsForNone[filter]}</p>}
      <ByAndBy key={filter} items={found}>
        {(some) => (
          <ul className="threads" aria-label="Threads">
            {some.map((thread) => (
              <ThreadRow key={thread.root.id} thread={thread} isUnread={isUnread(thread, reader)} />
            ))}
          </ul>
        )}
      </ByAndBy>
      {filter === 'open' && found.length > mostPins && (
        <p className="panel-words">Pins stand for the {mostPins} threads that were written in last.</p>
      )}
    </>
  );
}

const wordsForNone: Readonly<Record<ThreadFilter, string>> = {
  open: 'No open threads. Press C and click on the canvas to begin one.',
  unread: 'You have read all open threads.',
  mine: 'You have not written in an open thread.',
  resolved: 'No thread is resolved.',
};
