import { expect, expectTypeOf, it } from 'vitest';
import type { BlobId } from '../blobs/blob-store.ts';
import type { Tables } from '../database/tables.ts';
import type { Call } from '../operation.ts';
import type { AppId, DeliveryId, WebhookId } from './branded-ids.ts';
import {
  exactNodeId,
  type FileKey,
  fileKeyOf,
  type NodeId,
  type OrganizationId,
  type ProjectId,
  type TeamId,
  type UserId,
  type VersionId,
} from './branded-ids.ts';
import { nodeIdOf } from './node-ids.ts';

it('An id is made from text by the one function of its kind, and is that text', () => {
  expect(fileKeyOf('abcDEF123')).toBe('abcDEF123');
  expect([exactNodeId('1-2'), nodeIdOf('1-2')]).toEqual(['1-2', '1:2']);
});

it('The id of one kind of thing is a string, and does not compile where that of another kind is wanted', () => {
  expectTypeOf<FileKey>().toExtend<string>();
  expectTypeOf<string>().not.toExtend<FileKey>();
  expectTypeOf<BlobId>().not.toExtend<FileKey>();
  expectTypeOf<FileKey>().not.toExtend<BlobId>();
  expectTypeOf<NodeId>().not.toExtend<FileKey>();
  const findFile = (key: FileKey): string => key;
  // @ts-expect-error a node's id is no key of a file
  expect(findFile(nodeIdOf('1:2'))).toBe('1:2');
});

it('Parameters that are ids come to their handler as such, and may be left out where the contract says so', () => {
  expectTypeOf<Call<'getFile'>['path']['file_key']>().toEqualTypeOf<FileKey>();
  expectTypeOf<Call<'putDevStatus'>['path']['node_id']>().toEqualTypeOf<NodeId>();
  expectTypeOf<Call<'getFile'>['query']['version']>().toEqualTypeOf<string | undefined>();
});

it('The id of a person, a place or a version may be any text, and that of no other kind', () => {
  expectTypeOf<string>().toExtend<TeamId>();
  expectTypeOf<TeamId>().toExtend<string>();
  expectTypeOf<OrganizationId>().not.toExtend<TeamId>();
  expectTypeOf<TeamId>().not.toExtend<ProjectId>();
  expectTypeOf<UserId>().not.toExtend<OrganizationId>();
  expectTypeOf<VersionId>().not.toExtend<UserId>();
  expectTypeOf<TeamId>().not.toExtend<FileKey>();
  expectTypeOf<Call<'getTeamProjects'>['path']['team_id']>().toEqualTypeOf<TeamId>();
  const findTeam = (id: TeamId): string => id;
  const project: ProjectId = '200';
  // @ts-expect-error a project's id is no team's
  expect(findTeam(project)).toBe('200');
});

it('The id of an app, a comment, a webhook, a delivery, a token or a font is that of no other kind', () => {
  expectTypeOf<Call<'getApp'>['path']['client_id']>().toEqualTypeOf<AppId>();
  expectTypeOf<Call<'getWebhook'>['path']['webhook_id']>().toEqualTypeOf<WebhookId>();
  expectTypeOf<Tables['deliveries']['webhook_id']>().not.toExtend<DeliveryId>();
  expectTypeOf<Tables['comment_reactions']['comment_id']>().not.toExtend<UserId>();
  expectTypeOf<Tables['tokens']['id']>().not.toExtend<AppId>();
  expectTypeOf<Tables['fonts']['id']>().not.toExtend<OrganizationId>();
});
