import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { ByAndBy } from '../parts/by-and-by.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { searchOf } from '../place.ts';
import { useRoom } from '../room.ts';
import { BackToThreads } from './back-to-threads.tsx';
import { useCommentChange } from './comment-queries.ts';
import { lastAt, type Thread } from './comment-threads.ts';
import { Message } from './message.tsx';
import { rememberRead } from './read-threads.ts';
import { WriteForm } from './write-form.tsx';

/** A thread with all that was said in it. */
export function OpenThread({ thread }: { thread: Thread }) {
  const { root, replies } = thread;
  const { closed } = useRoom();
  const newest = lastAt(thread);
  useEffect(() => rememberRead(root.id, newest), [root.id, newest]);
  const isResolved = (root.resolved_at ?? null) !== null;
  const reply = useCommentChange((message: string, file) =>
    call('POST /v1/files/{file_key}/comments', {
      path: { file_key: file },
      body: { message, comment_id: root.id },
    }),
  );
  const resolve = useCommentChange((resolved: boolean, file) =>
    call('PUT /workspace/v1/files/{file_key}/comments/{comment_id}/resolved', {
      path: { file_key: file, comment_id: root.id },
      body: { resolved },
    }),
  );
  const send = async (message: string) => ((await reply.mutateAsync(message)) as { id: string }).id;
  const link = () => location.origin + location.pathname + searchOf({ panel: 'comments', thread: root.id });
  return (
    <section className="open-thread" aria-label="Thread">
      <div className="thread-actions">
        <BackToThreads />
        <CopyButton words="Copy link to the thread" text={link} />
        <button
          type="button"
          className="button"
          disabled={resolve.isPending || closed !== undefined}
          title={closed}
          onClick={() => resolve.mutate(!isResolved)}
        >
          {isResolved ? 'Open again' : 'Resolve'}
        </button>
      </div>
      <ol className="messages">
        <Message comment={root} isFirst />
      </ol>
      <ByAndBy items={replies} isNewestLast>
        {(some) => (
          <ol className="messages">
            {some.map((comment) => (
              <Message key={comment.id} comment={comment} isFirst={false} />
            ))}
          </ol>
        )}
      </ByAndBy>
      {closed === undefined ? (
        <WriteForm key={root.id} name="Reply" thread={root.id} send={send} />
      ) : (
        <p className="panel-words">{closed}</p>
      )}
    </section>
  );
}
