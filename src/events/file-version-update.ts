import type { VersionId } from '../contract/branded-ids.ts';
import type { WebhookFileVersionUpdatePayload } from '../contract/contract.ts';
import { isoTime } from '../iso-time.ts';
import {
  type EventFile,
  type EventPerson,
  fileMembers,
  personMembers,
  type SharedPayload,
} from './event-parts.ts';

/** A version of a file was given a name. @see DLV-19 */
export interface FileVersionUpdate {
  readonly file: EventFile;
  readonly by: EventPerson;
  /** `createdAt` in milliseconds since 1970. */
  readonly version: {
    readonly id: VersionId;
    readonly createdAt: number;
    readonly description: string | null | undefined;
  };
}

export const fileVersionUpdate = (
  { file, by, version }: FileVersionUpdate,
  at: number,
): SharedPayload<WebhookFileVersionUpdatePayload> => ({
  created_at: isoTime(version.createdAt),
  ...(version.description == null ? {} : { description: version.description }),
  event_type: 'FILE_VERSION_UPDATE',
  ...fileMembers(file),
  timestamp: isoTime(at),
  triggered_by: personMembers(by),
  version_id: version.id,
});
