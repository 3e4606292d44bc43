import { refuseMirrored } from '../access/refuse-mirrored.ts';
import type { Change } from '../change.ts';
import type { CommentId, UserId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { findVisibleFile } from '../files/visible-file-store.ts';
import { readClientMeta } from '../messages/client-meta.ts';
import { CommentRefused } from '../messages/comment-refused.ts';
import { type FileComment, updateComment } from './comments-store.ts';
import { authorOf } from './post-comment.ts';
import { readComment } from './read-comment.ts';

/** What a workspace file says of a comment that is there; nothing else changes one but its being resolved. */
export interface CommentText {
  readonly authorId: UserId;
  readonly message: string;
  readonly parentId?: CommentId | undefined;
  readonly clientMeta?: object | undefined;
  /** As it is, where it is left out. */
  readonly resolvedAt?: number | null | undefined;
}

/** What of a comment can be changed. */
export type CommentContent = Pick<
  FileComment,
  'parentId' | 'userId' | 'message' | 'mentions' | 'clientMeta' | 'resolvedAt'
>;

/**
 * The comment as it would be after the change.
 * @throws ApiError 400, 404
 */
export async function readChangedComment(
  change: Change,
  comment: FileComment,
  wanted: CommentText,
): Promise<CommentContent> {
  const { authorId, message, parentId, resolvedAt = comment.resolvedAt } = wanted;
  const file = await findVisibleFile(change.transaction, change.by, comment.fileKey);
  refuseMirrored(change.by, file);
  const isPinKept = keepsPin(wanted, comment);
  const author = await authorOf(change, authorId);
  const clientMeta = isPinKept ? undefined : wanted.clientMeta;
  const { content } = await readComment(change, file, { author, message, parentId, clientMeta });
  if (content.parentId !== comment.parentId) throw badRequest('It stands in another thread already.');
  return {
    ...content,
    ...(isPinKept ? { clientMeta: comment.clientMeta } : {}),
    userId: authorId,
    resolvedAt,
  };
}

/**
 * Whether the pin stays where it is, also on a node that has gone since.
 * @throws ApiError 400 for what is no place
 */
function keepsPin({ clientMeta }: CommentText, comment: FileComment): boolean {
  if (clientMeta === undefined) return true;
  try {
    return JSON.stringify(readClientMeta({ ...clientMeta })) === comment.clientMeta;
  } catch (error) {
    throw error instanceof CommentRefused ? badRequest(error.message) : error;
  }
}

/**
 * Writes a comment anew, in the thread where it stands.
 * @throws ApiError 400, 404
 */
export async function changeComment(
  change: Change,
  comment: FileComment,
  wanted: CommentText,
): Promise<void> {
  const content = await readChangedComment(change, comment, wanted);
  await updateComment(change.transaction, comment.id, content);
}
