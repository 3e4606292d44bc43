import type { Insertable, Kysely, Selectable } from 'kysely';
import { eachInTurns } from '../content/patiently.ts';
import type { Reaction } from '../contract/contract.ts';
import type { CommentReactionsTable, Tables } from '../database/tables.ts';
import { isoTime } from '../iso-time.ts';

/** A reaction with who left it. */
export interface ReactionRow extends Selectable<CommentReactionsTable> {
  readonly handle: string;
  readonly imgUrl: string;
}

function reactions(database: Kysely<Tables>) {
  return database
    .selectFrom('comment_reactions')
    .innerJoin('users', 'users.id', 'comment_reactions.user_id')
    .selectAll('comment_reactions')
    .select(['users.handle', 'users.img_url as imgUrl']);
}

/** A reaction as the interface shows it. @see C2 */
export const reactionRecord = ({ user_id, handle, imgUrl, emoji, created_at }: ReactionRow): Reaction => ({
  user: { id: user_id, handle, img_url: imgUrl },
  emoji,
  created_at: isoTime(created_at),
});

/** The reactions to the comments of a file by the comment's id, oldest first. */
export async function reactionsOfFile(
  database: Kysely<Tables>,
  fileKey: string,
): Promise<ReadonlyMap<string, Reaction[]>> {
  const rows = await reactions(database)
    .innerJoin('comments', 'comments.id', 'comment_reactions.comment_id')
    .where('comments.file_key', '=', fileKey)
    .orderBy('comment_reactions.comment_id')
    .orderBy('comment_reactions.ordinal')
    .execute();
  const byComment = new Map<string, Reaction[]>();
  await eachInTurns(rows, (row) => {
    const known = byComment.get(row.comment_id);
    if (known === undefined) byComment.set(row.comment_id, [reactionRecord(row)]);
    else known.push(reactionRecord(row));
  });
  return byComment;
}

/** Oldest first. */
export async function reactionsOfComment(database: Kysely<Tables>, commentId: string): Promise<Reaction[]> {
  const rows = await reactions(database)
    .where('comment_id', '=', commentId)
    .orderBy('comment_reactions.ordinal')
    .execute();
  return rows.map(reactionRecord);
}

/** Some reactions to a comment: the next after an ordinal, or the nearest before it, these newest first. */
export async function reactionsFrom(
  database: Kysely<Tables>,
  commentId: string,
  from: { readonly ordinal: number; readonly backwards: boolean },
  limit: number,
): Promise<ReactionRow[]> {
  return reactions(database)
    .where('comment_id', '=', commentId)
    .where('ordinal', from.backwards ? '<' : '>', from.ordinal)
    .orderBy('ordinal', from.backwards ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

/**
 * Adds a reaction; the same one again changes nothing. All who react to a comment write its row, so a reaction
 * never turns up before one that was seen already.
 */
export async function addReaction(
  transaction: Kysely<Tables>,
  reaction: Omit<Insertable<CommentReactionsTable>, 'ordinal'>,
): Promise<'added' | 'there already'> {
  const { comment_id, user_id, emoji } = reaction;
  const present = await transaction
    .selectFrom('comment_reactions')
    .select('ordinal')
    .where('comment_id', '=', comment_id)
    .where('user_id', '=', user_id)
    .where('emoji', '=', emoji)
    .executeTakeFirst();
  if (present !== undefined) return 'there already';
  const { ordinal } = await transaction
    .updateTable('comments')
    .set(({ eb }) => ({ reactions_made: eb('reactions_made', '+', 1) }))
    .where('id', '=', comment_id)
    .returning('reactions_made as ordinal')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('comment_reactions')
    .values({ ...reaction, ordinal })
    .execute();
  return 'added';
}

/** Answers whether there was one. */
export async function removeReaction(
  transaction: Kysely<Tables>,
  { comment_id, user_id, emoji }: Pick<CommentReactionsTable, 'comment_id' | 'user_id' | 'emoji'>,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('comment_reactions')
    .where('comment_id', '=', comment_id)
    .where('user_id', '=', user_id)
    .where('emoji', '=', emoji)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
