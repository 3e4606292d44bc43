import { caps, uncounted } from '../access/caps.ts';
import { inChange } from '../change.ts';
import { react } from '../comments/react.ts';
import type { CommentReaction } from '../comments/reactions-store.ts';
import { readEmoji } from '../comments/read-emoji.ts';
import type { CommentId } from '../contract/branded-ids.ts';
import { ApiError } from '../errors.ts';
import { keptUserId } from './kept-ids.ts';
import { changerOf, type OpenPull, personHere, warningOf } from './open-pull.ts';
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

/** Brings the reactions that a comment lacks here; those that were taken back there stay. */
export async function pullReactions(
  pull: OpenPull,
  commentId: CommentId,
  reactions: readonly ReactionElsewhere[],
  present: readonly CommentReaction[],
): Promise<void> {
  const { context, fileKey, isTold, brought, upstream } = pull;
  const here = new Set(present.map(({ userId, emoji }) => `${userId} ${emoji}`));
  for (const { by, emoji: given, at } of reactions)
    try {
      const emoji = readEmoji(given);
      if (here.has(`${keptUserId(upstream, by.elsewhere)} ${emoji}`)) continue;
      await inChange(
        context,
        changerOf(pull, by),
        async (change) => {
          const userId = await personHere(change, pull, by);
          const given = { fileKey, commentId, userId, emoji };
          await react({ ...change, at }, given, uncounted('reactionsOfComment', because));
        },
        { isTold },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      brought.warnings.push(warningOf(`A reaction to the comment ${commentId}`, error));
    }
}
