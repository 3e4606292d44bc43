/** What the contract says of one operation, as the server and the access rules need it. */
export interface OperationContract {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  /** With path parameters in braces, as `/v1/files/{file_key}`. */
  readonly path: string;
  readonly tag: string;
  readonly deprecated: boolean;
  /** Needs no token. */
  readonly open: boolean;
  /** Of an open operation: needs a token from other machines than the server's own. */
  readonly tokenElsewhere: boolean;
  /** Rate-limit tier; null on our own operations. */
  readonly tier: 1 | 2 | 3 | null;
  readonly tokenKinds: readonly TokenKind[];
  /** Any one of them suffices; with none, any token does. */
  readonly scopes: readonly string[];
  /** Status for a token that is missing, and for one that is invalid or expired. */
  readonly unauthorized: { readonly missing: 401 | 403; readonly invalid: 401 | 403 };
  /** Status for a token without the scope. */
  readonly missingScope: 401 | 403;
  readonly parameters: readonly ParameterContract[];
  readonly body: BodyContract | null;
  readonly successStatus: number;
  /** Content types of the answer of success; none where it has no body. */
  readonly answerTypes: readonly string[];
}

export type TokenKind = 'personal' | 'plan' | 'oauth';

export interface ParameterContract {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: ParameterSchema;
}

/** The keywords that parameters use. */
export interface ParameterSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** 0 where an empty text is a value, and not the same as none. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly default?: string | number | boolean;
}

export interface BodyContract {
  readonly required: boolean;
  readonly contentTypes: readonly string[];
  /** The handler receives the bytes, whatever their content type. */
  readonly raw: boolean;
  /** Largest body; null where nothing bounds it. */
  readonly mostBytes: BodyLimit | null;
  /** Fields of a form; null where the body is none. */
  readonly mostFields: number | null;
}

/**
 * Largest body in bytes, or what it follows from: the largest design that the settings of a server take, and the
 * same where it stands in JSON as base64.
 */
export type BodyLimit = number | 'import' | 'import-in-json';
