import type { FileKey } from '../contract/branded-ids.ts';
import type { User, WebhookBasePayload } from '../contract/contract.ts';

/** The file that an event is about. */
export interface EventFile {
  readonly key: FileKey;
  readonly name: string;
  readonly projectId: string;
}

/** The person whose change raised an event. */
export interface EventPerson {
  readonly id: string;
  readonly handle: string;
  readonly imgUrl: string;
}

/** A payload without what differs by webhook. @see C3 */
export type SharedPayload<Payload extends WebhookBasePayload> = Omit<Payload, 'passcode' | 'webhook_id'>;

export const fileMembers = ({ key, name }: EventFile) => ({ file_key: key, file_name: name });

export const personMembers = ({ id, handle, imgUrl }: EventPerson): User => ({ id, handle, img_url: imgUrl });
