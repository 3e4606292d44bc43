import { inChange } from '../../change.ts';
import { postComment as postOnFile, prepareComment } from '../../comments/post-comment.ts';
import { commentIdOf } from '../../contract/branded-ids.ts';
import type { Handler } from '../../operation.ts';
import { commentRecord } from './comment-record.ts';

/** @see CMT-05…08, DLV-18 */
export const postComment: Handler<'postComment'> = async ({ caller, path, body }, context) => {
  const { message, comment_id: parentId, client_meta: clientMeta } = body;
  const counted = await prepareComment(context, caller, path.file_key);
  const wanted = { fileKey: path.file_key, message, parentId: commentIdOf(parentId), clientMeta };
  const comment = await inChange(context, caller, (change) => postOnFile(change, wanted, counted));
  return { json: commentRecord(comment, []) };
};
