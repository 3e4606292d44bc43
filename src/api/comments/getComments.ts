import { commentsOfFile } from '../../comments/comments-store.ts';
import { reactionsOfFile } from '../../comments/reactions-store.ts';
import { mapYielding } from '../../content/yielding.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import type { Handler } from '../../operation.ts';
import { commentRecord } from './comment-record.ts';

/** Lists the comments of a file with their replies and reactions, oldest first. @see CMT-01, CMT-02, CMT-03 */
export const getComments: Handler<'getComments'> = async ({ caller, path, query }, { database }) => {
  const file = await findVisibleFile(database, caller, path.file_key);
  const comments = await commentsOfFile(database, file.key);
  const reactions = await reactionsOfFile(database, file.key);
  const asMarkdown = query.as_md;
  return {
    json: {
      comments: await mapYielding(comments, (comment) =>
        commentRecord(comment, reactions.get(comment.id) ?? [], { asMarkdown }),
      ),
    },
  };
};
