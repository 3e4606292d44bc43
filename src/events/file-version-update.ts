import type { WebhookFileVersionUpdatePayload } from '../contract/contract.ts';
import {
  type EventFile,
  type EventPerson,
  fileMembers,
  personMembers,
  type SharedPayload,
  timeText,
} from './event-parts.ts';

/** A version of a file was given a name. @see DLV-19 */
export interface FileVersionUpdate {
  readonly file: EventFile;
  readonly by: EventPerson;
  /** `createdAt` in milliseconds since 1970. */
  readonly version: {
    readonly id: string;
    readonly createdAt: number;
    readonly description: string | null | undefined;
  };
}

export const fileVersionUpdate = (
  { file, by, version }: FileVersionUpdate,
  at: number,
): SharedPayload<WebhookFileVersionUpdatePayload> => ({
  created_at: timeText(version.createdAt),
  ...(version.description == null ? {} : { description: version.description }),
  event_type: 'FILE_VERSION_UPDATE',
  ...fileMembers(file),
  timestamp: timeText(at),
  triggered_by: personMembers(by),
  version_id: version.id,
});
