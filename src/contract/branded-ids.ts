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

/**
 * An id that no other kind may pass for, while any text may be given for it: whoever takes it looks for the thing as
 * the caller sees it, and finds nothing by a text that is none.
 */
export type LooseIdOf<Kind extends string> = string & { readonly names?: Kind };

/** What becomes of each column that holds one stands in `people/ties.ts`. */
export type UserId = LooseIdOf<'user'>;
export type OrganizationId = LooseIdOf<'organization'>;
export type TeamId = LooseIdOf<'team'>;
/** Of a project, which the interface also calls a folder. */
export type ProjectId = LooseIdOf<'project'>;
export type VersionId = LooseIdOf<'version'>;
/** Of an app, which the interface also calls a client. */
export type AppId = LooseIdOf<'app'>;
export type CommentId = LooseIdOf<'comment'>;
export type WebhookId = LooseIdOf<'webhook'>;
export type DeliveryId = LooseIdOf<'delivery'>;
export type TokenId = LooseIdOf<'token'>;
export type SiteId = LooseIdOf<'site'>;
export type FontId = LooseIdOf<'font'>;
export type DevResourceId = LooseIdOf<'dev resource'>;

/** Parameters of the contract that are ids, by their names. */
interface IdParameters {
  readonly file_key: FileKey;
  readonly library_key: FileKey;
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
  readonly site_id: SiteId;
  readonly font_id: FontId;
  readonly dev_resource_id: DevResourceId;
}

/** Parameters of an operation, of which those that are ids are of their kind. */
export type WithIds<Parameters> = {
  [Name in keyof Parameters]: Name extends keyof IdParameters
    ? IdParameters[Name] | Exclude<Parameters[Name], string>
    : Parameters[Name];
};
