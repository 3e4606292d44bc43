import type { Kysely } from 'kysely';
import { expect, expectTypeOf, it } from 'vitest';
import { refuseBeyond } from '../access/caps.ts';
import { unlinkIdentity } from '../accounts/link-identity.ts';
import { removePerson } from '../accounts/remove-person.ts';
import { removeInvitation } from '../accounts/send-invitation.ts';
import { changeTeamWithApps } from '../apps/change-team-with-apps.ts';
import { burnCode } from '../apps/codes-store.ts';
import { removeApp } from '../apps/remove-app.ts';
import { revokeAllowedApp } from '../apps/revoke-allowed-app.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import type { Change } from '../change.ts';
import { findVisibleComment } from '../comments/comments-store.ts';
import type { Tables } from '../database/tables.ts';
import { deleteDevResource } from '../dev-mode/delete-dev-resource.ts';
import { removeFont } from '../fonts/remove-font.ts';
import { changeProjectWithBelongings } from '../libraries/change-project-with-belongings.ts';
import type { Call } from '../operation.ts';
import { changeOrganization } from '../places/change-organization.ts';
import { deleteSite } from '../sites/delete-site.ts';
import { revokeToken } from '../tokens/revoke-token.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { replayDeliveries } from '../webhooks/replay-deliveries.ts';
import {
  type AppId,
  type CommentId,
  type DeliveryId,
  type DevResourceId,
  exactNodeId,
  type FileKey,
  type FontId,
  fileKeyOf,
  type IdentityId,
  type InvitationId,
  type NodeId,
  type OrganizationId,
  type ProjectId,
  projectIdOf,
  type SiteId,
  type TeamId,
  type TokenId,
  teamIdOf,
  type UserId,
  type VersionId,
  type WebhookId,
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

it('The id of a person, a place or a version is no other text, and that of no other kind', () => {
  expectTypeOf<string>().not.toExtend<TeamId>();
  expectTypeOf<TeamId>().toExtend<string>();
  expectTypeOf<OrganizationId>().not.toExtend<TeamId>();
  expectTypeOf<TeamId>().not.toExtend<ProjectId>();
  expectTypeOf<UserId>().not.toExtend<OrganizationId>();
  expectTypeOf<VersionId>().not.toExtend<UserId>();
  expectTypeOf<TeamId>().not.toExtend<FileKey>();
  expectTypeOf<Call<'getTeamProjects'>['path']['team_id']>().toEqualTypeOf<TeamId>();
  const findTeam = (id: TeamId): string => id;
  // @ts-expect-error a project's id is no team's
  expect(findTeam(projectIdOf('200'))).toBe('200');
});

it('The id of an app, a comment, a webhook, a delivery, a token or a font is that of no other kind', () => {
  expectTypeOf<Call<'getApp'>['path']['client_id']>().toEqualTypeOf<AppId>();
  expectTypeOf<Call<'getWebhook'>['path']['webhook_id']>().toEqualTypeOf<WebhookId>();
  expectTypeOf<Tables['deliveries']['webhook_id']>().not.toExtend<DeliveryId>();
  expectTypeOf<Tables['comment_reactions']['comment_id']>().not.toExtend<UserId>();
  expectTypeOf<Tables['tokens']['id']>().not.toExtend<AppId>();
  expectTypeOf<Tables['fonts']['id']>().not.toExtend<OrganizationId>();
});

it('A writer takes the id of the kind that it writes, and no other', () => {
  expectTypeOf(changeTeamWithApps).parameter(1).toEqualTypeOf<TeamId>();
  expectTypeOf(changeProjectWithBelongings).parameter(1).toEqualTypeOf<ProjectId>();
  expectTypeOf(changeOrganization).parameter(1).toEqualTypeOf<OrganizationId>();
  expectTypeOf(removePerson).parameter(1).toHaveProperty('userId').toEqualTypeOf<UserId>();
  expectTypeOf(removeInvitation).parameter(1).toHaveProperty('id').toEqualTypeOf<InvitationId>();
  expectTypeOf(unlinkIdentity).parameter(1).toEqualTypeOf<IdentityId>();
  expectTypeOf(revokeToken).parameter(1).toEqualTypeOf<TokenId>();
  expectTypeOf(revokeAllowedApp).parameter(1).toEqualTypeOf<AppId>();
  expectTypeOf(removeApp).parameter(1).toEqualTypeOf<AppId>();
  expectTypeOf(burnCode).parameter(1).toHaveProperty('appId').toEqualTypeOf<AppId>();
  expectTypeOf(deleteWebhook).parameter(1).toEqualTypeOf<WebhookId>();
  expectTypeOf(replayDeliveries).parameter(1).toEqualTypeOf<WebhookId>();
  expectTypeOf(deleteSite).parameter(1).toEqualTypeOf<SiteId>();
  expectTypeOf(removeFont).parameter(1).toEqualTypeOf<FontId>();
  expectTypeOf(deleteDevResource).parameter(2).toEqualTypeOf<DevResourceId>();
  expectTypeOf(findVisibleComment).parameter(2).toHaveProperty('commentId').toEqualTypeOf<CommentId>();
  const wrong = (change: Change, app: AppId) =>
    // @ts-expect-error an app's id is no token's
    revokeToken(change, app);
  expect(wrong).toBeTypeOf('function');
});

it('Whose things are counted for a cap is named by the id of its kind', () => {
  const wrong = (database: Kysely<Tables>, project: ProjectId) =>
    // @ts-expect-error files are counted by project, teams by organization
    refuseBeyond(database, 'teamsOfOrganization', project);
  expect(wrong).toBeTypeOf('function');
});

it('Text that is nothing stays nothing where an id is read', () => {
  expect([teamIdOf('1'), teamIdOf(null), teamIdOf(undefined)]).toEqual(['1', null, undefined]);
  expectTypeOf(teamIdOf('1')).toEqualTypeOf<TeamId>();
  const maybe: string | null | undefined = [null, '1'][0];
  expectTypeOf(teamIdOf(maybe)).toEqualTypeOf<TeamId | null | undefined>();
});
