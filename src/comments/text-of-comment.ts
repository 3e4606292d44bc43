import type { CommentsTable } from '../database/tables.ts';
import { type ClientMeta, pinnedNode } from '../messages/client-meta.ts';

type Comment = Pick<CommentsTable, 'id' | 'message' | 'parent_id' | 'client_meta'>;

/** What a text event says of a comment. */
export const textOfComment = ({ id, message, parent_id, client_meta }: Comment) => ({
  type: 'file_comments' as const,
  text: message,
  nodeId: pinnedNode(JSON.parse(client_meta) as ClientMeta),
  resourceId: id,
  parentCommentId: parent_id,
});
