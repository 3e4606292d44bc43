import type { WebhookV2Event } from '../contract/contract.ts';
import { devModeStatusUpdate } from './dev-mode-status-update.ts';
import { fileComment } from './file-comment.ts';
import { fileDelete } from './file-delete.ts';
import { fileUpdate } from './file-update.ts';
import { fileVersionUpdate } from './file-version-update.ts';
import { libraryPublish } from './library-publish.ts';
import { ping } from './ping.ts';

/** Every type of event with what makes its payload; a type that is missing breaks the compile. */
export const eventTypes = {
  PING: ping,
  FILE_UPDATE: fileUpdate,
  FILE_VERSION_UPDATE: fileVersionUpdate,
  FILE_DELETE: fileDelete,
  LIBRARY_PUBLISH: libraryPublish,
  FILE_COMMENT: fileComment,
  DEV_MODE_STATUS_UPDATE: devModeStatusUpdate,
} as const satisfies { [T in WebhookV2Event]: (details: never, at: number) => { event_type: T } };

/** Something that happened, with what its payload is made of. */
export type WebhookEvent = {
  [T in WebhookV2Event]: { readonly type: T } & Parameters<(typeof eventTypes)[T]>[0];
}[WebhookV2Event];

/** The payload as it is stored: JSON without what differs by webhook. */
export function payloadText(event: WebhookEvent, at: number): string {
  const make = eventTypes[event.type] as (details: WebhookEvent, at: number) => object;
  return JSON.stringify(make(event, at));
}
