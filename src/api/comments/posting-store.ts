import type { Kysely } from 'kysely';
import { canvasOrigin, pinnedNode, readClientMeta } from '../../comments/client-meta.ts';
import { CommentRefused } from '../../comments/comment-refused.ts';
import { findMentions, type Mention, possibleNames } from '../../comments/mentions.ts';
import { checkMessage } from '../../comments/message.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../database/tables.ts';
import type { EventPerson } from '../../events/event-parts.ts';
import type { FileRow } from '../files/store.ts';
import { findVersion } from '../files/store.ts';
import { peopleNamed } from './mentionable-store.ts';
import { insertComment, nextOrder, requireComment } from './store.ts';

type CommentedFile = Pick<FileRow, 'key' | 'current_version'>;

/** A comment as somebody writes it. */
export interface NewComment {
  readonly id: string;
  readonly userId: string;
  readonly message: string;
  /** The comment that it replies to. */
  readonly parentId?: string | undefined;
  readonly clientMeta?: object | undefined;
  readonly createdAt: number;
  readonly resolvedAt?: number | null;
}

/** What was found in the message of a comment. */
export interface Posted {
  readonly mentions: readonly Mention[];
  readonly mentioned: readonly EventPerson[];
}

/**
 * Puts a comment on a file, in the caller's transaction. A reply hangs where its thread does unless it says
 * otherwise.
 *
 * @throws CommentRefused
 * @throws ApiError 404 for an unknown comment to reply to
 */
export async function addComment(
  transaction: Kysely<Tables>,
  context: Context,
  file: CommentedFile,
  comment: NewComment,
): Promise<Posted> {
  checkMessage(comment.message);
  const parent = await findThread(transaction, file.key, comment.parentId);
  const given = comment.clientMeta as Readonly<Record<string, unknown>> | undefined;
  const meta = given === undefined ? undefined : readClientMeta(given);
  if (meta !== undefined) await requireNode(transaction, context, file, pinnedNode(meta));
  const people = await peopleNamed(transaction, file.key, possibleNames(comment.message));
  const mentions = findMentions(comment.message, people);
  await insertComment(transaction, {
    id: comment.id,
    file_key: file.key,
    parent_id: parent?.id ?? null,
    user_id: comment.userId,
    message: comment.message,
    mentions: JSON.stringify(mentions),
    client_meta:
      meta === undefined && parent !== undefined ? parent.client_meta : JSON.stringify(meta ?? canvasOrigin),
    order_number: parent === undefined ? await nextOrder(transaction, file.key) : null,
    created_at: comment.createdAt,
    resolved_at: comment.resolvedAt ?? null,
  });
  return { mentions, mentioned: people.filter(({ id }) => mentions.some(({ userId }) => userId === id)) };
}

/** Threads have one level: what is replied to is no reply. @see A1 of the contract notes */
async function findThread(transaction: Kysely<Tables>, fileKey: string, id: string | undefined) {
  if (id === undefined) return undefined;
  const parent = await requireComment(transaction, fileKey, id);
  if (parent.parent_id === null) return parent;
  throw new CommentRefused('comment_id names a reply. Reply to the comment that began the thread.');
}

/** Anything in the document will do but the document itself. */
async function requireNode(
  transaction: Kysely<Tables>,
  context: Context,
  file: CommentedFile,
  nodeId: string | undefined,
): Promise<void> {
  if (nodeId === undefined) return;
  const isThere = file.current_version !== null && (await holdsNode(transaction, context, file, nodeId));
  if (!isThere) throw new CommentRefused('client_meta.node_id names no node of the document.');
}

async function holdsNode(
  transaction: Kysely<Tables>,
  { snapshots }: Context,
  file: CommentedFile,
  nodeId: string,
): Promise<boolean> {
  const version = await findVersion(transaction, file, undefined);
  const { snapshot } = await snapshots.open(version.snapshot);
  return (snapshot.find(nodeId) ?? 0) > 0;
}
