import { findVisibleComment } from '../../comments/comments-store.ts';
import { reactionRecord } from '../../comments/reaction-record.ts';
import type { Handler } from '../../operation.ts';
import { pageOfReactions, readCursor } from './reaction-page.ts';

/**
 * Lists the reactions to a comment, oldest first. Its pages are addresses that can be called as they are.
 * @see RXN-01, RXN-02, RXN-03
 */
export const getCommentReactions: Handler<'getCommentReactions'> = async (
  { caller, path, query },
  { database, addresses },
) => {
  const cursor = readCursor(query.cursor, path.comment_id);
  const { file, comment } = await findVisibleComment(database, caller, {
    fileKey: path.file_key,
    commentId: path.comment_id,
  });
  const page = await pageOfReactions(database, comment.id, cursor);
  const address = (cursor: string): string =>
    `${addresses.base}/v1/files/${file.key}/comments/${encodeURIComponent(comment.id)}/reactions?cursor=${cursor}`;
  return {
    json: {
      reactions: page.reactions.map(reactionRecord),
      pagination: {
        ...(page.next === undefined ? {} : { next_page: address(page.next) }),
        ...(page.previous === undefined ? {} : { prev_page: address(page.previous) }),
      },
    },
  };
};
