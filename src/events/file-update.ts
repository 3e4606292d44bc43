import type { WebhookFileUpdatePayload } from '../contract/contract.ts';
import { isoTime } from '../iso-time.ts';
import { type EventFile, fileMembers, type SharedPayload } from './event-parts.ts';

/** A file was changed and then left alone for the quiet time. */
export interface FileUpdate {
  readonly file: EventFile;
}

export const fileUpdate = ({ file }: FileUpdate, at: number): SharedPayload<WebhookFileUpdatePayload> => ({
  event_type: 'FILE_UPDATE',
  ...fileMembers(file),
  timestamp: isoTime(at),
});
