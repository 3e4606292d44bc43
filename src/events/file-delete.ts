import type { WebhookFileDeletePayload } from '../contract/contract.ts';
import {
  type EventFile,
  type EventPerson,
  fileMembers,
  personMembers,
  type SharedPayload,
  timeText,
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
  timestamp: timeText(at),
  triggered_by: personMembers(by),
});
