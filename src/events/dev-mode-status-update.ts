import type { NodeId } from '../contract/branded-ids.ts';
import type { WebhookDevModeStatusUpdatePayload } from '../contract/contract.ts';
import { isoTime } from '../iso-time.ts';
import {
  type EventFile,
  type EventLink,
  type EventPerson,
  fileMembers,
  linkMembers,
  personMembers,
  type SharedPayload,
} from './event-parts.ts';

/** A layer was marked ready for development or completed, or its mark was taken off. @see DLV-15, DLV-16 */
export interface DevModeStatusUpdate {
  readonly file: EventFile;
  readonly by: EventPerson;
  readonly nodeId: NodeId;
  readonly status: 'NONE' | 'READY_FOR_DEV' | 'COMPLETED';
  readonly message: string | null;
  readonly relatedLinks: readonly EventLink[];
}

export const devModeStatusUpdate = (
  { file, by, nodeId, status, message, relatedLinks }: DevModeStatusUpdate,
  at: number,
): SharedPayload<WebhookDevModeStatusUpdatePayload> => ({
  ...(message === null ? {} : { change_message: message }),
  event_type: 'DEV_MODE_STATUS_UPDATE',
  ...fileMembers(file),
  node_id: nodeId,
  related_links: relatedLinks.map(linkMembers),
  status,
  timestamp: isoTime(at),
  triggered_by: personMembers(by),
});
