import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { firstRow } from '../database/compiled-query.ts';
import type { CommentsTable, Tables } from '../database/tables.ts';
import { notFound } from '../errors.ts';
import { findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';

/** A comment with who wrote it. */
export interface CommentRow extends Selectable<CommentsTable> {
  readonly handle: string;
  readonly imgUrl: string;
}

const commentById = firstRow((database, fileKey: string, id: string) =>
  comments(database).where('comments.id', '=', id).where('comments.file_key', '=', fileKey),
);

function comments(database: Kysely<Tables>) {
  return database
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .selectAll('comments')
    .select(['users.handle', 'users.img_url as imgUrl']);
}

/**
 * A comment of that file.
 * @throws ApiError 404
 */
export async function requireComment(
  database: Kysely<Tables>,
  fileKey: string,
  id: string,
): Promise<CommentRow> {
  const row = await commentById(database, fileKey, id);
  if (row === undefined) throw notFound('Comment not found');
  return row;
}

/**
 * A comment with its file, where the caller sees the file: who sees it sees and writes comments.
 * @throws ApiError 404
 * @see ruling H10
 */
export async function findVisibleComment(
  database: Kysely<Tables>,
  caller: Caller,
  place: { readonly file_key: string; readonly comment_id: string },
): Promise<{ file: VisibleFile; comment: CommentRow }> {
  const file = await findVisibleFile(database, caller, place.file_key);
  return { file, comment: await requireComment(database, file.key, place.comment_id) };
}

/** The comments of a file with their replies, oldest first. */
export async function commentsOfFile(database: Kysely<Tables>, fileKey: string): Promise<CommentRow[]> {
  return comments(database)
    .where('comments.file_key', '=', fileKey)
    .orderBy('comments.created_at')
    .orderBy('comments.ordinal')
    .execute();
}

export async function insertComment(
  transaction: Kysely<Tables>,
  comment: Omit<Insertable<CommentsTable>, 'ordinal' | 'order_number'>,
): Promise<void> {
  const numbers = await nextNumbers(transaction, comment.file_key, comment.parent_id === null);
  await transaction
    .insertInto('comments')
    .values({ ...comment, ...numbers })
    .execute();
}

/** Replies and reactions go with it. @see B48 */
export async function deleteCommentRow(transaction: Kysely<Tables>, id: string): Promise<void> {
  await transaction.deleteFrom('comments').where('id', '=', id).execute();
}

export async function setResolved(
  transaction: Kysely<Tables>,
  id: string,
  resolvedAt: number | null,
): Promise<void> {
  await transaction.updateTable('comments').set({ resolved_at: resolvedAt }).where('id', '=', id).execute();
}

/** The numbers of a new comment of a file; one that begins a thread has two. */
export async function nextNumbers(
  transaction: Kysely<Tables>,
  fileKey: string,
  isThread: boolean,
): Promise<{ ordinal: number; order_number: number | null }> {
  const threads = isThread ? 1 : 0;
  const { newest_ordinal, newest_order } = await transaction
    .insertInto('comment_counters')
    .values({ file_key: fileKey, newest_ordinal: 1, newest_order: threads })
    .onConflict((conflict) =>
      conflict.column('file_key').doUpdateSet(({ eb, ref }) => ({
        newest_ordinal: eb(ref('comment_counters.newest_ordinal'), '+', 1),
        newest_order: eb(ref('comment_counters.newest_order'), '+', threads),
      })),
    )
    .returning(['newest_ordinal', 'newest_order'])
    .executeTakeFirstOrThrow();
  return { ordinal: newest_ordinal, order_number: isThread ? newest_order : null };
}
