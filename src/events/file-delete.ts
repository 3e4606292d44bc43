import type { WebhookFileDeletePayload } from '../contract/contract.ts';
import { isoTime } from '../iso-time.ts';
import {
  type EventFile,
  type EventPerson,
  fileMembers,
  personMembers,
  type SharedPayload,
} from './event-parts.ts';

/** A file was deleted. Published before its row goes. */
export interface FileDelete {
  readonly file: EventFile;
  readonly by: EventPerson;
}

export const fileDelete = (
  { file, by }: FileDelete,
  at: number,
): SharedPayload<WebhookFileDeletePayload> => ({
  event_type: 'FILE_DELETE',
  ...fileMembers(file),
  timestamp: isoTime(at),
  triggered_by: personMembers(by),
});
