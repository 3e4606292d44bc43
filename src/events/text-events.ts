import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type {
  CommentId,
  DevResourceId,
  FileKey,
  NodeId,
  OrganizationId,
  UserId,
} from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { insertTextEvents, type KeptTextEvent } from './text-event-store.ts';

/** Text that somebody wrote, changed or took away. */
export interface TextEvent {
  readonly type: KeptTextEvent['textType'];
  readonly action: KeptTextEvent['actionType'];
  readonly text: string;
  readonly file: { readonly key: FileKey; readonly name: string; readonly organizationId: OrganizationId };
  readonly nodeId?: NodeId | undefined;
  /** Id of the comment or the link. */
  readonly resourceId?: CommentId | DevResourceId;
  /** Of a reply and of a reaction: the comment it belongs to. */
  readonly parentCommentId?: CommentId | null;
}

interface OrderedIds {
  ordered(): string;
}

/** The change that texts come from. */
export interface WrittenChange {
  readonly transaction: Kysely<Tables>;
  readonly by: Pick<Caller, 'user'>;
  readonly at: number;
  readonly context: { readonly ids: OrderedIds };
  readonly isTold: boolean;
}

/** Keeps text events for discovery, in the transaction that changes the texts. */
export async function recordTextEvents(
  { transaction, by: { user }, at, context: { ids }, isTold }: WrittenChange,
  events: readonly TextEvent[],
): Promise<void> {
  if (!isTold) return;
  const author = { userId: user.id, userEmail: user.email, at };
  await insertTextEvents(
    transaction,
    events.map((event) => keptTextEvent(event, author, ids)),
  );
}

/** Who wrote a text, and when. */
export interface TextAuthor {
  readonly userId: UserId;
  readonly userEmail: string;
  readonly at: number;
}

export function keptTextEvent(
  event: TextEvent,
  { userId, userEmail, at }: TextAuthor,
  ids: OrderedIds,
): KeptTextEvent {
  return {
    id: ids.ordered(),
    organizationId: event.file.organizationId,
    at,
    textType: event.type,
    actionType: event.action,
    text: event.text,
    fileKey: event.file.key,
    fileName: event.file.name,
    nodeId: event.nodeId ?? null,
    resourceId: event.resourceId ?? null,
    parentCommentId: event.parentCommentId ?? null,
    userId,
    userEmail,
  };
}

export const hourMs = 3_600_000;

/** Path of the download of an hour's text events, below the base address. */
export const textEventsPath = (organizationId: OrganizationId, hourStartMs: number): string =>
  `/text-events/${organizationId}/${hourStartMs / 1000}`;
