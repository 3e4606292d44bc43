import type { DevResourceId, FileKey, NodeId, ProjectId, UserId } from '../contract/branded-ids.ts';
import type { DevResource, User, WebhookBasePayload } from '../contract/contract.ts';

/** The file that an event is about. */
export interface EventFile {
  readonly key: FileKey;
  readonly name: string;
  readonly projectId: ProjectId;
}

/** The person whose change raised an event. */
export interface EventPerson {
  readonly id: UserId;
  readonly handle: string;
  readonly imgUrl: string;
}

/** A link that is attached to a node. */
export interface EventLink {
  readonly id: DevResourceId;
  readonly name: string;
  readonly url: string;
  readonly fileKey: FileKey;
  readonly nodeId: NodeId;
}

/** A payload without what differs by webhook. @see C3 */
export type SharedPayload<Payload extends WebhookBasePayload> = Omit<Payload, 'passcode' | 'webhook_id'>;

export const fileMembers = ({ key, name }: EventFile) => ({ file_key: key, file_name: name });

export const personMembers = ({ id, handle, imgUrl }: EventPerson): User => ({ id, handle, img_url: imgUrl });

/** A dev resource, as answers say it too. */
export const linkMembers = ({ id, name, url, fileKey, nodeId }: EventLink): DevResource => ({
  id,
  name,
  url,
  file_key: fileKey,
  node_id: nodeId,
});
