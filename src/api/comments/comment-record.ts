import type { FileComment } from '../../comments/comments-store.ts';
import { reactionRecord } from '../../comments/reaction-record.ts';
import type { CommentReaction } from '../../comments/reactions-store.ts';
import type { Comment } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import type { ClientMeta } from '../../messages/client-meta.ts';
import { markdownOf } from '../../messages/markdown.ts';
import type { Mention } from '../../messages/mentions.ts';

/** A comment as the interface shows it; the plain message is the text as it was written. @see C2 */
export function commentRecord(
  comment: FileComment,
  reactions: readonly CommentReaction[],
  { asMarkdown = false }: { asMarkdown?: boolean | undefined } = {},
): Comment {
  const { message, mentions, clientMeta, orderNumber } = comment;
  return {
    id: comment.id,
    file_key: comment.fileKey,
    ...(comment.parentId === null ? {} : { parent_id: comment.parentId }),
    user: { id: comment.userId, handle: comment.handle, img_url: comment.imgUrl },
    created_at: isoTime(comment.createdAt),
    resolved_at: comment.resolvedAt === null ? null : isoTime(comment.resolvedAt),
    message: asMarkdown ? markdownOf(message, JSON.parse(mentions) as Mention[]) : message,
    client_meta: JSON.parse(clientMeta) as ClientMeta,
    order_id: orderNumber === null ? null : String(orderNumber),
    reactions: reactions.map(reactionRecord),
  };
}
