import type { Kysely } from 'kysely';
import { type CommentReaction, reactionsFrom } from '../../comments/reactions-store.ts';
import type { CommentId } from '../../contract/branded-ids.ts';
import type { Tables } from '../../database/tables.ts';
import { badRequest } from '../../errors.ts';
import { openCursor, sealCursor } from '../../events/position-cursor.ts';

const pageSize = 20;

/** A place between two reactions and the way to go from it. */
interface Place {
  readonly ordinal: number;
  readonly backwards: boolean;
}

const start: Place = { ordinal: 0, backwards: false };

/**
 * Reads the cursor of a comment's reactions, or the address of a page that holds one.
 * @throws ApiError 400 also for a cursor that was cut or is of another list
 */
export function readCursor(text: string | undefined, commentId: CommentId): Place {
  if (text === undefined) return start;
  const bare = URL.canParse(text) ? (new URL(text).searchParams.get('cursor') ?? '') : text;
  const [direction, comment, ordinal] = openCursor(bare);
  const isOne = comment === commentId && Number.isSafeInteger(ordinal);
  if (!isOne || (direction !== 'after' && direction !== 'before')) {
    throw badRequest('cursor is not one that an earlier page of these reactions gave.');
  }
  return { ordinal: ordinal as number, backwards: direction === 'before' };
}

export interface ReactionPage {
  /** Oldest first. */
  readonly reactions: readonly CommentReaction[];
  /** Cursors of the pages around this one. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

export async function pageOfReactions(
  database: Kysely<Tables>,
  commentId: CommentId,
  place: Place,
): Promise<ReactionPage> {
  const found = await reactionsFrom(database, commentId, place, pageSize + 1);
  const hasMore = found.length > pageSize;
  const reactions = found.slice(0, pageSize);
  if (place.backwards) reactions.reverse();
  const hasNext = place.backwards || hasMore;
  const hasPrevious = place.backwards ? hasMore : place.ordinal > 0;
  const cursor = (direction: 'after' | 'before', edge: CommentReaction | undefined) =>
    edge === undefined ? undefined : sealCursor([direction, commentId, edge.ordinal]);
  return {
    reactions,
    next: hasNext ? cursor('after', reactions.at(-1)) : undefined,
    previous: hasPrevious ? cursor('before', reactions[0]) : undefined,
  };
}
