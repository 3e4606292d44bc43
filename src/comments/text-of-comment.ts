import { type ClientMeta, pinnedNode } from '../messages/client-meta.ts';
import type { FileComment } from './comments-store.ts';

type Comment = Pick<FileComment, 'id' | 'message' | 'parentId' | 'clientMeta'>;

/** What a text event says of a comment. */
export const textOfComment = ({ id, message, parentId, clientMeta }: Comment) => ({
  type: 'file_comments' as const,
  text: message,
  nodeId: pinnedNode(JSON.parse(clientMeta) as ClientMeta),
  resourceId: id,
  parentCommentId: parentId,
});
