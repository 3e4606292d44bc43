import { call } from '../../api/call.ts';
import { Moment } from '../../parts/times.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { useRoom } from '../room.ts';
import { goTo } from '../use-place.ts';
import { useCommentChange, useOwnId } from './comment-queries.ts';
import type { Comment } from './comment-threads.ts';
import { Reactions } from './reactions.tsx';

/** One comment: who wrote it and when, what, and how others took it. */
export function Message({ comment, isFirst }: { comment: Comment; isFirst: boolean }) {
  const me = useOwnId();
  const { closed } = useRoom();
  return (
    <li className="message">
      <p className="thread-head">
        <strong className="cut" dir="auto">
          {comment.user.handle}
        </strong>
        <span className="quiet">
          <Moment at={comment.created_at} />
        </span>
      </p>
      <p className="message-words" dir="auto">
        {comment.message}
      </p>
      <div className="message-actions">
        <Reactions comment={comment} me={me} />
        {comment.user.id === me && closed === undefined && <Delete comment={comment} isFirst={isFirst} />}
      </div>
    </li>
  );
}

function Delete({ comment, isFirst }: { comment: Comment; isFirst: boolean }) {
  const remove = useCommentChange(async (id: string, file) => {
    await call('DELETE /v1/files/{file_key}/comments/{comment_id}', {
      path: { file_key: file, comment_id: id },
    });
    if (isFirst) goTo({ thread: undefined });
  });
  return (
    <SureButton
      words="Delete"
      {...(isFirst ? { question: 'With all replies?' } : {})}
      action={() => remove.mutateAsync(comment.id)}
    />
  );
}
