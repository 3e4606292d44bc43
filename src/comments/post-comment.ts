import type { Caller, CallerUser } from '../access/caller.ts';
import { findCallerUser } from '../access/caller-store.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import { refuseMirrored } from '../access/refuse-mirrored.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { type CommentId, commentIdOf, type FileKey, type UserId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { publish } from '../events/publish.ts';
import { recordTextEvents } from '../events/text-events.ts';
import { findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';
import { fragmentsOf } from '../messages/mentions.ts';
import { type FileComment, insertComment, refuseTakenId, requireComment } from './comments-store.ts';
import { type ReadComment, readComment } from './read-comment.ts';
import { recordComment } from './record-comment.ts';
import { textOfComment } from './text-of-comment.ts';

export interface NewComment {
  readonly fileKey: FileKey;
  readonly message: string;
  /** The comment that it replies to. */
  readonly parentId?: CommentId | undefined;
  readonly clientMeta?: object | undefined;
  /** Only a workspace file chooses it, as all that follows. */
  readonly id?: CommentId | undefined;
  /** Who wrote it, and may not see the file any more; who makes the change, where it is left out. */
  readonly authorId?: UserId | undefined;
  readonly createdAt?: number | undefined;
  readonly resolvedAt?: number | null | undefined;
}

/**
 * Counts the comments that there are, ahead of the change that writes another.
 * @throws ApiError 400, 404
 */
export async function prepareComment(
  context: Context,
  caller: Caller,
  fileKey: FileKey,
): Promise<Counted<'commentsOfFile'>> {
  refuseMirrored(caller, await findVisibleFile(context.database, caller, fileKey));
  return refuseBeyond(context.database, 'commentsOfFile', fileKey);
}

/**
 * Comments on a file, or replies to a comment; who sees the file may.
 * @throws ApiError 400, 404
 */
export async function postComment(
  change: Change,
  wanted: NewComment,
  counted: Counted<'commentsOfFile'>,
): Promise<FileComment> {
  const { transaction, by, at, context } = change;
  const { id = commentIdOf(context.ids.ordered()), authorId, createdAt = at, resolvedAt = null } = wanted;
  const file = await findVisibleFile(transaction, by, wanted.fileKey);
  refuseMirrored(by, file);
  spend(counted, 'commentsOfFile', file.key);
  const author = await authorOf(change, authorId);
  if (wanted.id !== undefined) await refuseTakenId(transaction, wanted.id);
  const read = await readComment(change, file, { ...wanted, author });
  const { parentId, message, mentions, clientMeta } = read.content;
  await insertComment(transaction, {
    id,
    fileKey: file.key,
    parentId,
    userId: author.id,
    message,
    mentions,
    clientMeta,
    createdAt,
    resolvedAt,
  });
  const comment = await requireComment(transaction, file.key, id);
  await tellOfComment(change, file, comment, read);
  return comment;
}

async function tellOfComment(
  change: Change,
  file: VisibleFile,
  comment: FileComment,
  { mentions, mentioned }: ReadComment,
): Promise<void> {
  const { id, message, createdAt } = comment;
  await recordComment(change, 'fig_file_comment_create', file, id);
  await recordTextEvents(change, [{ ...textOfComment(comment), action: 'insert', file }]);
  const told = { id, createdAt, fragments: fragmentsOf(message, mentions), mentions: mentioned };
  await publish(change, { type: 'FILE_COMMENT', file, by: change.by.user, comment: told });
}

/** @throws ApiError 400 for nobody */
export async function authorOf(
  { transaction, by }: Change,
  authorId: UserId | undefined,
): Promise<CallerUser> {
  if (authorId === undefined) return by.user;
  const author = await findCallerUser(transaction, authorId);
  if (author === undefined) throw badRequest('its author does not exist.');
  return author;
}
