import { uncounted } from '../access/caps.ts';
import type { Change } from '../change.ts';
import { changeComment } from '../comments/change-comment.ts';
import { commentsOfFile, type FileComment, findComment } from '../comments/comments-store.ts';
import { postComment } from '../comments/post-comment.ts';
import { reactionsOfFile } from '../comments/reactions-store.ts';
import { mapYielding, runYielding } from '../content/yielding.ts';
import type { CommentId } from '../contract/branded-ids.ts';
import { sortedSteps } from '../document/sorted-steps.ts';
import { bringPieces, type Piece } from './bring-pieces.ts';
import { keptCommentId } from './kept-ids.ts';
import { type OpenPull, personHere } from './open-pull.ts';
import { type ReactionElsewhere, reactionPieces, reactionsOf } from './pull-reactions.ts';
import { type NamedElsewhere, personOf } from './read-metadata.ts';
import {
  idOf,
  idOrNothing,
  listUpTo,
  objectOf,
  refuseMore,
  textOf,
  timeOf,
  timeOrNothing,
} from './read-values.ts';

interface CommentElsewhere {
  readonly id: CommentId;
  readonly author: NamedElsewhere | undefined;
  readonly message: string;
  readonly parentId: CommentId | undefined;
  readonly clientMeta: object | undefined;
  readonly createdAt: number;
  readonly resolvedAt: number | null;
  readonly reactions: readonly ReactionElsewhere[];
}

const because = 'It is read from an upstream: all of its comments are counted together.';
/** More than people may write here, and than any file of the original was seen with. */
const mostComments = 100_000;

/** Reads the comments with their reactions, oldest first. Those that are here and not there stay. */
export async function pullComments(pull: OpenPull): Promise<void> {
  const { context, line, elsewhere, fileKey } = pull;
  const answer = await line.json(`/v1/files/${encodeURIComponent(elsewhere)}/comments`, 'tier2', {
    isLong: true,
  });
  const given = listUpTo(answer, 'comments', mostComments, 'comments on the file');
  const read = await mapYielding(given, (one) => readComment(pull, one));
  const comments = await runYielding(sortedSteps(read, ({ createdAt }) => createdAt));
  const present = new Map((await commentsOfFile(context.database, fileKey)).map((one) => [one.id, one]));
  const all = new Set([...present.keys(), ...comments.map(({ id }) => id)]);
  refuseMore(all.size, mostComments, 'comments on the file');
  const reactions = await reactionsOfFile(context.database, fileKey);
  const pieces: Piece[] = [];
  await mapYielding(comments, (comment) => {
    if (!isSame(present.get(comment.id), comment)) pieces.push(pieceOf(pull, comment));
    for (const piece of reactionPieces(pull, comment.id, comment.reactions, reactions.get(comment.id) ?? []))
      pieces.push(piece);
  });
  await bringPieces(pull, pieces);
}

function readComment({ upstream }: OpenPull, one: Readonly<Record<string, unknown>>): CommentElsewhere {
  const parent = idOrNothing(one, 'parent_id');
  const clientMeta = objectOf(one.client_meta);
  return {
    id: keptCommentId(upstream, idOf(one, 'id')),
    author: personOf(one.user),
    message: textOf(one, 'message'),
    parentId: parent === undefined ? undefined : keptCommentId(upstream, parent),
    clientMeta: Object.keys(clientMeta).length === 0 ? undefined : clientMeta,
    createdAt: timeOf(one, 'created_at'),
    resolvedAt: timeOrNothing(one, 'resolved_at') ?? null,
    reactions: reactionsOf(one),
  };
}

const isSame = (present: FileComment | undefined, { message, resolvedAt }: CommentElsewhere): boolean =>
  present?.message === message && present.resolvedAt === resolvedAt;

const pieceOf = (pull: OpenPull, comment: CommentElsewhere): Piece => ({
  what: `The comment ${comment.id}`,
  person: comment.author,
  bring: (change) => bring(change, pull, comment),
});

async function bring(change: Change, pull: OpenPull, comment: CommentElsewhere): Promise<void> {
  const { fileKey } = pull;
  const { id, author, message, parentId, clientMeta, createdAt, resolvedAt } = comment;
  const authorId = author === undefined ? change.by.user.id : await personHere(change, pull, author);
  const present = await findComment(change.transaction, fileKey, { id });
  const text = { authorId, message, parentId, clientMeta, resolvedAt };
  if (present !== undefined) await changeComment(change, present, text);
  else await postComment(change, { ...text, fileKey, id, createdAt }, uncounted('commentsOfFile', because));
}
