import { caps, uncounted } from '../access/caps.ts';
import type { Change } from '../change.ts';
import { react } from '../comments/react.ts';
import type { CommentReaction } from '../comments/reactions-store.ts';
import { readEmoji } from '../comments/read-emoji.ts';
import type { CommentId } from '../contract/branded-ids.ts';
import type { Piece } from './bring-pieces.ts';
import { keptUserId } from './kept-ids.ts';
import { type OpenPull, personHere } from './open-pull.ts';
import { type NamedElsewhere, personOf } from './read-metadata.ts';
import { listUpTo, textOf, timeOf } from './read-values.ts';

/** Somebody's reaction to a comment as an answer tells it. */
export interface ReactionElsewhere {
  readonly by: NamedElsewhere;
  readonly emoji: string;
  readonly at: number;
}

/** The reactions that an answer tells of a comment. */
export const reactionsOf = (comment: Readonly<Record<string, unknown>>): ReactionElsewhere[] =>
  listUpTo(comment, 'reactions', caps.reactionsOfComment.most).flatMap((one) => {
    const by = personOf(one.user);
    return by === undefined ? [] : [{ by, emoji: textOf(one, 'emoji'), at: timeOf(one, 'created_at') }];
  });

const because = 'It is read from an upstream, whose list of them is bounded.';

/** The reactions that a comment lacks here; those that were taken back there stay. */
export function reactionPieces(
  pull: OpenPull,
  commentId: CommentId,
  reactions: readonly ReactionElsewhere[],
  present: readonly CommentReaction[],
): Piece[] {
  const here = new Set(present.map(({ userId, emoji }) => `${userId} ${emoji}`));
  const isHere = ({ by, emoji }: ReactionElsewhere) =>
    here.has(`${keptUserId(pull.upstream, by.elsewhere)} ${emoji}`);
  return reactions
    .filter((reaction) => !isHere(reaction))
    .map((reaction) => ({
      what: `A reaction to the comment ${commentId}`,
      person: reaction.by,
      bring: (change) => bring(change, pull, commentId, reaction),
    }));
}

async function bring(
  change: Change,
  pull: OpenPull,
  commentId: CommentId,
  { by, emoji: given, at }: ReactionElsewhere,
): Promise<void> {
  const emoji = readEmoji(given);
  const userId = await personHere(change, pull, by);
  const reaction = { fileKey: pull.fileKey, commentId, userId, emoji };
  await react({ ...change, at }, reaction, uncounted('reactionsOfComment', because));
}
