import { Day } from '../../parts/times.tsx';
import { goTo } from '../use-place.ts';
import type { Thread } from './comment-threads.ts';

interface ThreadRowProps {
  readonly thread: Thread;
  readonly isUnread: boolean;
}

/** A thread in the list: who began it, with what, how many replied, and whether there is something new in it. */
export function ThreadRow({ thread: { root, replies }, isUnread }: ThreadRowProps) {
  const count = replies.length;
  return (
    <li>
      <button
        type="button"
        className="thread-row"
        onClick={() => goTo({ thread: root.id }, { isStep: true })}
      >
        <span className="thread-head">
          {isUnread && <span className="unread" role="img" aria-label="Unread" />}
          <strong className="cut" dir="auto">
            {root.user.handle}
          </strong>
          <span className="quiet">
            <Day at={root.created_at} />
          </span>
        </span>
        <span className="thread-words" dir="auto">
          {root.message}
        </span>
        {count > 0 && <span className="quiet">{count === 1 ? '1 reply' : `${count} replies`}</span>}
      </button>
    </li>
  );
}
