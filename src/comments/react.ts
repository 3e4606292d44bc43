import type { Caller } from '../access/caller.ts';
import { type Counted, refuseBeyond, spend } from '../access/caps.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { notFound } from '../errors.ts';
import { recordTextEvents } from '../events/text-events.ts';
import { type CommentPlace, findChangeableComment } from './comments-store.ts';
import { addReaction, removeReaction } from './reactions-store.ts';
import type { Emoji } from './read-emoji.ts';

export interface GivenReaction extends CommentPlace {
  readonly emoji: Emoji;
  /** Only a workspace file says it; who makes the change, where it is left out. */
  readonly userId?: UserId | undefined;
}

/**
 * Counts the reactions that there are, ahead of the change that adds another.
 * @throws ApiError 400, 404
 */
export async function prepareReaction(
  context: Context,
  caller: Caller,
  place: CommentPlace,
): Promise<Counted<'reactionsOfComment'>> {
  await findChangeableComment(context.database, caller, place);
  return refuseBeyond(context.database, 'reactionsOfComment', place.commentId);
}

/**
 * Reacts to a comment; who sees the file may. The same again changes nothing.
 * @throws ApiError 404
 */
export async function react(
  change: Change,
  given: GivenReaction,
  counted: Counted<'reactionsOfComment'>,
): Promise<'added' | 'there already'> {
  const { transaction, by } = change;
  const { emoji, userId = by.user.id } = given;
  const { file, comment } = await findChangeableComment(transaction, by, given);
  spend(counted, 'reactionsOfComment', comment.id);
  const added = await addReaction(change, { commentId: comment.id, userId, emoji });
  if (added === 'there already') return added;
  const text = { type: 'file_comment_reactions', action: 'insert', text: emoji, file } as const;
  await recordTextEvents(change, [{ ...text, parentCommentId: comment.id }]);
  return added;
}

/**
 * Takes back a reaction of the caller; those of others are out of reach.
 * @throws ApiError 404
 */
export async function takeBackReaction(
  change: Change,
  given: CommentPlace & { readonly emoji: Emoji },
): Promise<void> {
  const { transaction, by } = change;
  const { emoji } = given;
  const { file, comment } = await findChangeableComment(transaction, by, given);
  const reaction = { commentId: comment.id, userId: by.user.id, emoji };
  if (!(await removeReaction(transaction, reaction))) throw notFound('Reaction not found');
  const text = { type: 'file_comment_reactions', action: 'delete', text: emoji, file } as const;
  await recordTextEvents(change, [{ ...text, parentCommentId: comment.id }]);
}
