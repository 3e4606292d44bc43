import type { CallerUser } from '../access/caller.ts';
import type { FileRow } from '../access/file-row.ts';
import type { Change } from '../change.ts';
import type { CommentId, FileKey, NodeId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import type { EventPerson } from '../events/event-parts.ts';
import { findVersion } from '../files/versions-store.ts';
import { canvasOrigin, pinnedNode, readClientMeta } from '../messages/client-meta.ts';
import { CommentRefused } from '../messages/comment-refused.ts';
import { findMentions, type Mention, possibleNames } from '../messages/mentions.ts';
import { checkMessage } from '../messages/message.ts';
import { type FileComment, requireComment } from './comments-store.ts';
import { peopleNamed } from './mentionable-people-store.ts';

type CommentedFile = Pick<FileRow, 'key' | 'currentVersion'>;

/** A comment as somebody writes it. */
export interface GivenComment {
  readonly author: CallerUser;
  readonly message: string;
  /** The comment that it replies to. */
  readonly parentId?: CommentId | undefined;
  readonly clientMeta?: object | undefined;
}

/** A comment that can be kept, with what was found in its message. */
export interface ReadComment {
  readonly content: Pick<FileComment, 'parentId' | 'message' | 'mentions' | 'clientMeta'>;
  readonly mentions: readonly Mention[];
  readonly mentioned: readonly EventPerson[];
}

/**
 * Holds a comment to its file, in the change that keeps it. A reply hangs where its thread does unless it says
 * otherwise.
 *
 * @throws ApiError 400, 404 for an unknown comment to reply to
 */
export async function readComment(
  change: Change,
  file: CommentedFile,
  given: GivenComment,
): Promise<ReadComment> {
  try {
    return await heldToFile(change, file, given);
  } catch (error) {
    throw error instanceof CommentRefused ? badRequest(error.message) : error;
  }
}

async function heldToFile(
  change: Change,
  file: CommentedFile,
  { author, message, parentId, clientMeta }: GivenComment,
): Promise<ReadComment> {
  checkMessage(message);
  const parent = await findThread(change, file.key, parentId);
  const meta = clientMeta === undefined ? undefined : readClientMeta({ ...clientMeta });
  if (meta !== undefined) await requireNode(change, file, pinnedNode(meta));
  const people = await peopleNamed(change.transaction, author, file.key, possibleNames(message));
  const mentions = findMentions(message, people);
  const content = {
    parentId: parent?.id ?? null,
    message,
    mentions: JSON.stringify(mentions),
    clientMeta: meta === undefined && parent !== undefined ? parent.clientMeta : pinText(meta),
  };
  const mentioned = people.filter(({ id }) => mentions.some(({ userId }) => userId === id));
  return { content, mentions, mentioned };
}

const pinText = (meta = canvasOrigin): string => JSON.stringify(meta);

/** Threads have one level: what is replied to is no reply. @see A1 */
async function findThread({ transaction }: Change, fileKey: FileKey, id: CommentId | undefined) {
  if (id === undefined) return undefined;
  const parent = await requireComment(transaction, fileKey, id);
  if (parent.parentId === null) return parent;
  throw new CommentRefused('comment_id names a reply. Reply to the comment that began the thread.');
}

/** A pin hangs on anything in the document but the document itself. */
async function requireNode(change: Change, file: CommentedFile, nodeId: NodeId | undefined): Promise<void> {
  if (nodeId === undefined) return;
  const isThere = file.currentVersion !== null && (await holdsNode(change, file, nodeId));
  if (!isThere) throw new CommentRefused('client_meta.node_id names no node of the document.');
}

async function holdsNode(
  { transaction, context: { snapshots } }: Change,
  file: CommentedFile,
  nodeId: NodeId,
): Promise<boolean> {
  const version = await findVersion(transaction, file, undefined);
  return snapshots.read(version.snapshot, async ({ snapshot }) => (snapshot.find(nodeId) ?? 0) > 0);
}
