declare const kind: unique symbol;

/**
 * Text that is the id of one kind of thing and of no other. It is a string wherever it is read; from a string it is
 * made at the border alone, by the one function of its kind.
 */
export type IdOf<Kind extends string> = string & { readonly [kind]: Kind };

/** Of a file or a branch. */
export type FileKey = IdOf<'file'>;

export const fileKeyOf = (text: string): FileKey => text as FileKey;

/** Of a node in a document, and in every file that has it. */
export type NodeId = IdOf<'node'>;

/** Name of stored bytes: the SHA-256 of their content in hex. */
export type BlobId = IdOf<'blob'>;

/** A node's id letter for letter as a document or a body has it; `nodeIdOf` reads what may be spelled otherwise. */
export const exactNodeId = (text: string): NodeId => text as NodeId;

/** What reads the ids of a kind: text becomes one, and nothing stays nothing. */
type Reader<Id> = <Given extends string | null | undefined>(text: Given) => Id | Exclude<Given, string>;

const readerOf =
  <Id extends string>(): Reader<Id> =>
  <Given extends string | null | undefined>(text: Given) =>
    text as unknown as Id | Exclude<Given, string>;

/** What becomes of each column that holds one stands in `people/ties.ts`. */
export type UserId = IdOf<'user'>;
export const userIdOf = readerOf<UserId>();

export type OrganizationId = IdOf<'organization'>;
export const organizationIdOf = readerOf<OrganizationId>();

export type TeamId = IdOf<'team'>;
export const teamIdOf = readerOf<TeamId>();

/** Of a project, which the interface also calls a folder. */
export type ProjectId = IdOf<'project'>;
export const projectIdOf = readerOf<ProjectId>();

export type VersionId = IdOf<'version'>;
export const versionIdOf = readerOf<VersionId>();

/** Of an app, which the interface also calls a client. */
export type AppId = IdOf<'app'>;
export const appIdOf = readerOf<AppId>();

export type CommentId = IdOf<'comment'>;
export const commentIdOf = readerOf<CommentId>();

export type WebhookId = IdOf<'webhook'>;
export const webhookIdOf = readerOf<WebhookId>();

export type DeliveryId = IdOf<'delivery'>;
export const deliveryIdOf = readerOf<DeliveryId>();

/** Of what happened once, which webhooks are told. */
export type EventId = IdOf<'event'>;
export const eventIdOf = readerOf<EventId>();

export type TokenId = IdOf<'token'>;
export const tokenIdOf = readerOf<TokenId>();

export type InvitationId = IdOf<'invitation'>;
export const invitationIdOf = readerOf<InvitationId>();

/** Of somebody's identity at the provider of single sign-on. */
export type IdentityId = IdOf<'identity'>;
export const identityIdOf = readerOf<IdentityId>();

export type SiteId = IdOf<'site'>;
export const siteIdOf = readerOf<SiteId>();

export type FontId = IdOf<'font'>;
export const fontIdOf = readerOf<FontId>();

export type DevResourceId = IdOf<'dev resource'>;
export const devResourceIdOf = readerOf<DevResourceId>();

/** Of another server that designs are read from. */
export type UpstreamId = IdOf<'upstream'>;
export const upstreamIdOf = readerOf<UpstreamId>();

/** Of what keeps files of an upstream current here. */
export type MirrorId = IdOf<'mirror'>;
export const mirrorIdOf = readerOf<MirrorId>();

/** An id of every kind and of no thing: what a query asks for where nothing is to be found. */
export const idOfNothing = '' as never;

/** Parameters of the contract that are ids, by their names. */
interface IdParameters {
  readonly file_key: FileKey;
  readonly library_key: FileKey;
  readonly branch_key: FileKey;
  readonly node_id: NodeId;
  readonly page_id: NodeId;
  readonly team_id: TeamId;
  readonly project_id: ProjectId;
  readonly folder_id: ProjectId;
  readonly organization_id: OrganizationId;
  readonly user_id: UserId;
  readonly version_id: VersionId;
  readonly client_id: AppId;
  readonly comment_id: CommentId;
  readonly webhook_id: WebhookId;
  readonly delivery_id: DeliveryId;
  readonly token_id: TokenId;
  readonly invitation_id: InvitationId;
  readonly identity_id: IdentityId;
  readonly site_id: SiteId;
  readonly font_id: FontId;
  readonly dev_resource_id: DevResourceId;
  readonly upstream_id: UpstreamId;
  readonly mirror_id: MirrorId;
}

/** Parameters of an operation, of which those that are ids are of their kind. */
export type WithIds<Parameters> = {
  [Name in keyof Parameters]: Name extends keyof IdParameters
    ? IdParameters[Name] | Exclude<Parameters[Name], string>
    : Parameters[Name];
};
