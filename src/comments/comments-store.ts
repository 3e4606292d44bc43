import type { Kysely, Selectable } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { refuseMirrored } from '../access/refuse-mirrored.ts';
import type { CommentId, FileKey, UserId } from '../contract/branded-ids.ts';
import { type CamelRow, camelColumns } from '../database/camel-columns.ts';
import { allRows, firstRow, writeRows } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, notFound } from '../errors.ts';
import { findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';

/** A comment with who wrote it. */
export interface FileComment {
  readonly id: CommentId;
  readonly fileKey: FileKey;
  /** Of a reply: the comment that began the thread. */
  readonly parentId: CommentId | null;
  readonly userId: UserId;
  readonly handle: string;
  readonly imgUrl: string;
  readonly message: string;
  /** JSON: where the message mentions whom. */
  readonly mentions: string;
  /** JSON: where the pin is. */
  readonly clientMeta: string;
  /** 1, 2, 3 … within a file; none for replies. */
  readonly orderNumber: number | null;
  readonly createdAt: number;
  readonly resolvedAt: number | null;
}

/** Where a comment is looked for. */
export interface CommentPlace {
  readonly fileKey: FileKey;
  readonly commentId: CommentId;
}

const commentOfFile = firstRow((database, fileKey: FileKey, id: CommentId) =>
  comments(database).where('comments.id', '=', id).where('comments.file_key', '=', fileKey),
);

/** What is kept of a comment beside what counts them. */
type CommentRow = Omit<CamelRow<'comments'>, 'ordinal' | 'orderNumber' | 'reactionsMade'>;

const { columns, columnsOf } = camelColumns('comments', [
  ...(['id', 'file_key', 'parent_id', 'user_id', 'message', 'mentions', 'client_meta'] as const),
  ...(['ordinal', 'order_number', 'reactions_made', 'created_at', 'resolved_at'] as const),
]);

function comments(database: Kysely<Tables>) {
  return database
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'comments.message', 'comments.mentions'])
    .select(['comments.file_key as fileKey', 'comments.parent_id as parentId', 'comments.user_id as userId'])
    .select(['comments.client_meta as clientMeta', 'comments.order_number as orderNumber'])
    .select(['comments.created_at as createdAt', 'comments.resolved_at as resolvedAt'])
    .select(['users.handle', 'users.img_url as imgUrl']);
}

/**
 * A comment of that file.
 * @throws ApiError 404
 */
export async function requireComment(
  database: Kysely<Tables>,
  fileKey: FileKey,
  id: CommentId,
): Promise<FileComment> {
  const comment = await commentOfFile(database, fileKey, id);
  if (comment === undefined) throw notFound('Comment not found');
  return comment;
}

/** A comment of a file by its id, or without one that of an author by its message. */
export function findComment(
  database: Kysely<Tables>,
  fileKey: FileKey,
  wanted: { readonly id: CommentId } | { readonly userId: UserId; readonly message: string },
): Promise<FileComment | undefined> {
  if ('id' in wanted) return commentOfFile(database, fileKey, wanted.id);
  return comments(database)
    .where('comments.file_key', '=', fileKey)
    .where('comments.user_id', '=', wanted.userId)
    .where('comments.message', '=', wanted.message)
    .executeTakeFirst();
}

/**
 * Refuses an id that a comment has already, whatever file that one is on.
 * @throws ApiError 400
 */
export async function refuseTakenId(transaction: Kysely<Tables>, id: CommentId): Promise<void> {
  const taken = await comments(transaction).where('comments.id', '=', id).executeTakeFirst();
  if (taken !== undefined)
    throw badRequest(`The id "${id}" is that of another comment, on this or another file.`);
}

/**
 * A comment with its file, where the caller sees the file: who sees it sees and writes comments.
 * @throws ApiError 404
 * @see ruling H10
 */
export async function findVisibleComment(
  database: Kysely<Tables>,
  caller: Caller,
  { fileKey, commentId }: CommentPlace,
): Promise<{ file: VisibleFile; comment: FileComment }> {
  const file = await findVisibleFile(database, caller, fileKey);
  return { file, comment: await requireComment(database, file.key, commentId) };
}

/**
 * The same, where what belongs to it may be changed here.
 * @throws ApiError 404, 403
 */
export async function findChangeableComment(
  database: Kysely<Tables>,
  caller: Caller,
  place: CommentPlace,
): Promise<{ file: VisibleFile; comment: FileComment }> {
  const found = await findVisibleComment(database, caller, place);
  refuseMirrored(caller, found.file);
  return found;
}

/** The comments of a file with their replies, oldest first. */
export const commentsOfFile = allRows((database, fileKey: FileKey) =>
  comments(database)
    .where('comments.file_key', '=', fileKey)
    .orderBy('comments.created_at')
    .orderBy('comments.ordinal'),
);

/** Only this room's writers call it, as all below. */
export async function insertComment(transaction: Kysely<Tables>, comment: CommentRow): Promise<void> {
  const numbers = await nextNumbers(transaction, comment.fileKey, comment.parentId === null);
  await insertRow(transaction, [columnsOf({ ...comment, ...numbers, reactionsMade: 0 })]);
}

const insertRow = writeRows<Selectable<Tables['comments']>>({ rowCount: 1, columns }, (transaction, rows) =>
  transaction.insertInto('comments').values([...rows]),
);

/** Replies and reactions go with it. @see B48 */
export async function deleteCommentRow(transaction: Kysely<Tables>, id: CommentId): Promise<void> {
  await transaction.deleteFrom('comments').where('id', '=', id).execute();
}

export async function updateComment(
  transaction: Kysely<Tables>,
  id: CommentId,
  changes: Partial<CommentRow>,
): Promise<void> {
  await transaction.updateTable('comments').set(columnsOf(changes)).where('id', '=', id).execute();
}

/** The numbers of a new comment of a file; one that begins a thread has two. */
async function nextNumbers(
  transaction: Kysely<Tables>,
  fileKey: FileKey,
  isThread: boolean,
): Promise<{ ordinal: number; orderNumber: number | null }> {
  const [counters] = await countComment(transaction, fileKey, isThread ? 1 : 0);
  if (counters === undefined) throw new Error(`The comments of ${fileKey} were not counted.`);
  const { newest_ordinal, newest_order } = counters;
  return { ordinal: newest_ordinal, orderNumber: isThread ? newest_order : null };
}

const countComment = allRows((transaction, fileKey: FileKey, threads: number) =>
  transaction
    .insertInto('comment_counters')
    .values({ file_key: fileKey, newest_ordinal: 1, newest_order: threads })
    .onConflict((conflict) =>
      conflict.column('file_key').doUpdateSet(({ eb, ref }) => ({
        newest_ordinal: eb(ref('comment_counters.newest_ordinal'), '+', 1),
        newest_order: eb(ref('comment_counters.newest_order'), '+', threads),
      })),
    )
    .returning(['newest_ordinal', 'newest_order']),
);
