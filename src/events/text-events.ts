import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import type { FileKey, NodeId, OrganizationId, UserId } from '../contract/branded-ids.ts';
import type { Tables, TextEventsTable } from '../database/tables.ts';
import { insertTextEvents } from './text-event-store.ts';

/** Text that somebody wrote, changed or took away. */
export interface TextEvent {
  readonly type: TextEventsTable['text_type'];
  readonly action: TextEventsTable['action_type'];
  readonly text: string;
  readonly file: { readonly key: FileKey; readonly name: string; readonly organizationId: OrganizationId };
  readonly nodeId?: NodeId | undefined;
  /** Id of the comment or the link. */
  readonly resourceId?: string;
  /** Of a reply and of a reaction: the comment it belongs to. */
  readonly parentCommentId?: string | null;
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
    events.map((event) => textEventRow(event, author, ids)),
  );
}

/** Who wrote a text, and when. */
export interface TextAuthor {
  readonly userId: UserId;
  readonly userEmail: string;
  readonly at: number;
}

export function textEventRow(
  event: TextEvent,
  { userId, userEmail, at }: TextAuthor,
  ids: OrderedIds,
): TextEventsTable {
  return {
    id: ids.ordered(),
    organization_id: event.file.organizationId,
    at,
    text_type: event.type,
    action_type: event.action,
    text: event.text,
    file_key: event.file.key,
    file_name: event.file.name,
    node_id: event.nodeId ?? null,
    resource_id: event.resourceId ?? null,
    parent_comment_id: event.parentCommentId ?? null,
    user_id: userId,
    user_email: userEmail,
  };
}

export const hourMs = 3_600_000;

/** Path of the download of an hour's text events, below the base address. */
export const textEventsPath = (organizationId: OrganizationId, hourStartMs: number): string =>
  `/text-events/${organizationId}/${hourStartMs / 1000}`;
