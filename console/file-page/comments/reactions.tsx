import { call } from '../../api/call.ts';
import { useRoom } from '../room.ts';
import { useCommentChange } from './comment-queries.ts';
import type { Comment } from './comment-threads.ts';

/** What can be said without words here; others that tools gave are shown by their names. */
const offered: Readonly<Record<string, string>> = {
  ':+1:': '👍',
  ':heart:': '❤️',
  ':joy:': '😂',
  ':tada:': '🎉',
  ':eyes:': '👀',
};

/** Reactions to a comment with how many there are of each; a click gives or takes back one's own. */
export function Reactions({ comment, me }: { comment: Comment; me: string }) {
  const { closed } = useRoom();
  const turn = useCommentChange(({ emoji, isOwn }: { emoji: string; isOwn: boolean }, file) => {
    const path = { file_key: file, comment_id: comment.id };
    return isOwn
      ? call('DELETE /v1/files/{file_key}/comments/{comment_id}/reactions', { path, query: { emoji } })
      : call('POST /v1/files/{file_key}/comments/{comment_id}/reactions', { path, body: { emoji } });
  });
  const given = new Set([...Object.keys(offered), ...comment.reactions.map(({ emoji }) => emoji)]);
  return (
    <fieldset className="reactions" aria-label="Reactions">
      {[...given].map((emoji) => {
        const by = comment.reactions.filter((reaction) => reaction.emoji === emoji);
        const isOwn = by.some(({ user }) => user.id === me);
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            aria-label={`${emoji.replaceAll(':', '')}, ${by.length}`}
            title={closed ?? by.map(({ user }) => user.handle).join(', ')}
            disabled={turn.isPending || closed !== undefined}
            onClick={() => turn.mutate({ emoji, isOwn })}
          >
            {offered[emoji] ?? emoji} {by.length > 0 && by.length}
          </button>
        );
      })}
    </fieldset>
  );
}
