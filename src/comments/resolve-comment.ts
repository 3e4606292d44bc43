import { mayEdit } from '../access/file-role.ts';
import type { Change } from '../change.ts';
import { badRequest, forbidden } from '../errors.ts';
import {
  type CommentPlace,
  type FileComment,
  findChangeableComment,
  updateComment,
} from './comments-store.ts';
import { recordComment } from './record-comment.ts';

/**
 * Resolves a thread or opens it again; who began it may, and who may edit the file.
 * @throws ApiError 404, 403, 400 for a reply
 */
export async function resolveComment(
  change: Change,
  place: CommentPlace,
  isResolved: boolean,
): Promise<FileComment> {
  const { transaction, by, at } = change;
  const { file, comment } = await findChangeableComment(transaction, by, place);
  if (comment.userId !== by.user.id && !mayEdit(file.role)) {
    throw forbidden('Only who began a thread or may edit the file resolves it.');
  }
  if (comment.parentId !== null) throw badRequest('A reply is resolved with its thread.');
  if (isResolved === (comment.resolvedAt !== null)) return comment;
  const resolvedAt = isResolved ? at : null;
  await updateComment(transaction, comment.id, { resolvedAt });
  const type = isResolved ? 'fig_file_comment_resolve' : 'fig_file_comment_unresolve';
  await recordComment(change, type, file, comment.id);
  return { ...comment, resolvedAt };
}
