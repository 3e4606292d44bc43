import type { CommentRow } from '../../comments/comments-store.ts';
import type { Comment, Reaction } from '../../contract/contract.ts';
import { isoTime } from '../../iso-time.ts';
import type { ClientMeta } from '../../messages/client-meta.ts';
import { markdownOf } from '../../messages/markdown.ts';
import type { Mention } from '../../messages/mentions.ts';

/** A comment as the interface shows it; the plain message is the text as it was written. @see C2 */
export function commentRecord(
  row: CommentRow,
  reactions: Reaction[],
  { asMarkdown = false }: { asMarkdown?: boolean | undefined } = {},
): Comment {
  return {
    id: row.id,
    file_key: row.file_key,
    ...(row.parent_id === null ? {} : { parent_id: row.parent_id }),
    user: { id: row.user_id, handle: row.handle, img_url: row.imgUrl },
    created_at: isoTime(row.created_at),
    resolved_at: row.resolved_at === null ? null : isoTime(row.resolved_at),
    message: asMarkdown ? markdownOf(row.message, JSON.parse(row.mentions) as Mention[]) : row.message,
    client_meta: JSON.parse(row.client_meta) as ClientMeta,
    order_id: row.order_number === null ? null : String(row.order_number),
    reactions,
  };
}
