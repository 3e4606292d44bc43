import type { Kysely } from 'kysely';
import type { WritingChange } from '../change.ts';
import { mapYielding } from '../content/yielding.ts';
import type { CommentId, FileKey, UserId } from '../contract/branded-ids.ts';
import { allRows } from '../database/compiled-query.ts';
import type { Tables } from '../database/tables.ts';

/** A reaction to a comment with who left it. */
export interface CommentReaction {
  readonly commentId: CommentId;
  readonly userId: UserId;
  readonly handle: string;
  readonly imgUrl: string;
  /** As a shortcode. */
  readonly emoji: string;
  /** The order in which the reactions to a comment were made. */
  readonly ordinal: number;
  readonly createdAt: number;
}

function reactions(database: Kysely<Tables>) {
  return database
    .selectFrom('comment_reactions')
    .innerJoin('users', 'users.id', 'comment_reactions.user_id')
    .select(['comment_reactions.comment_id as commentId', 'comment_reactions.user_id as userId'])
    .select(['comment_reactions.emoji', 'comment_reactions.ordinal'])
    .select(['comment_reactions.created_at as createdAt', 'users.handle', 'users.img_url as imgUrl']);
}

const reactionRowsOfFile = allRows((database, fileKey: FileKey) =>
  reactions(database)
    .innerJoin('comments', 'comments.id', 'comment_reactions.comment_id')
    .where('comments.file_key', '=', fileKey)
    .orderBy('comment_reactions.comment_id')
    .orderBy('comment_reactions.ordinal'),
);

/** The reactions to the comments of a file by the comment's id, oldest first. */
export async function reactionsOfFile(
  database: Kysely<Tables>,
  fileKey: FileKey,
): Promise<ReadonlyMap<CommentId, readonly CommentReaction[]>> {
  const found = await reactionRowsOfFile(database, fileKey);
  const byComment = new Map<CommentId, CommentReaction[]>();
  await mapYielding(found, (reaction) => {
    const known = byComment.get(reaction.commentId);
    if (known === undefined) byComment.set(reaction.commentId, [reaction]);
    else known.push(reaction);
  });
  return byComment;
}

/** Oldest first. */
export function reactionsOfComment(
  database: Kysely<Tables>,
  commentId: CommentId,
): Promise<CommentReaction[]> {
  return reactions(database)
    .where('comment_id', '=', commentId)
    .orderBy('comment_reactions.ordinal')
    .execute();
}

/** Some reactions to a comment: the next after an ordinal, or the nearest before it, these newest first. */
export async function reactionsFrom(
  database: Kysely<Tables>,
  commentId: CommentId,
  from: { readonly ordinal: number; readonly backwards: boolean },
  limit: number,
): Promise<CommentReaction[]> {
  return reactions(database)
    .where('comment_id', '=', commentId)
    .where('ordinal', from.backwards ? '<' : '>', from.ordinal)
    .orderBy('ordinal', from.backwards ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

type ReactionKey = Pick<CommentReaction, 'commentId' | 'userId' | 'emoji'>;

const columnsOf = ({ commentId, userId, emoji }: ReactionKey) => ({
  comment_id: commentId,
  user_id: userId,
  emoji,
});

/**
 * Adds a reaction; the same one again changes nothing. All who react to a comment write its row, so a reaction
 * never turns up before one that was seen already. Only this room's writers call it, as the next.
 */
export async function addReaction(
  { transaction, at }: WritingChange,
  reaction: ReactionKey,
): Promise<'added' | 'there already'> {
  const columns = columnsOf(reaction);
  const present = await transaction
    .selectFrom('comment_reactions')
    .select('ordinal')
    .where(({ and }) => and(columns))
    .executeTakeFirst();
  if (present !== undefined) return 'there already';
  const { ordinal } = await transaction
    .updateTable('comments')
    .set(({ eb }) => ({ reactions_made: eb('reactions_made', '+', 1) }))
    .where('id', '=', columns.comment_id)
    .returning('reactions_made as ordinal')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('comment_reactions')
    .values({ ...columns, created_at: at, ordinal })
    .execute();
  return 'added';
}

/** Answers whether there was one. */
export async function removeReaction(transaction: Kysely<Tables>, reaction: ReactionKey): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('comment_reactions')
    .where(({ and }) => and(columnsOf(reaction)))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
