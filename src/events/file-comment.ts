import type { CommentId } from '../contract/branded-ids.ts';
import type { CommentFragment, WebhookFileCommentPayload } from '../contract/contract.ts';
import { isoTime } from '../iso-time.ts';
import {
  type EventFile,
  type EventPerson,
  fileMembers,
  personMembers,
  type SharedPayload,
} from './event-parts.ts';

/** Somebody commented on a file. @see DLV-18 */
export interface FileComment {
  readonly file: EventFile;
  readonly by: EventPerson;
  /** `createdAt` in milliseconds since 1970. */
  readonly comment: {
    readonly id: CommentId;
    readonly createdAt: number;
    /** The message, cut at its mentions; a fragment is a text or the id of a person mentioned. */
    readonly fragments: readonly CommentFragment[];
    readonly mentions: readonly EventPerson[];
  };
}

export const fileComment = (
  { file, by, comment }: FileComment,
  at: number,
): SharedPayload<WebhookFileCommentPayload> => ({
  comment: [...comment.fragments],
  comment_id: comment.id,
  created_at: isoTime(comment.createdAt),
  event_type: 'FILE_COMMENT',
  ...fileMembers(file),
  mentions: comment.mentions.map(personMembers),
  timestamp: isoTime(at),
  triggered_by: personMembers(by),
});
