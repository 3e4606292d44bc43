/** A JSON schema of the published document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** An operation as the published document describes it, references followed. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly types: Readonly<Record<string, Schema>> } | undefined;
  readonly responses: Readonly<Record<string, Content>>;
  /** Any one of them opens it; none where any token does. */
  readonly scopes: readonly string[];
  /** Kinds of tokens that it takes: `personal`, `plan`, `oauth`. */
  readonly tokenKinds: readonly string[];
  readonly takesSessions: boolean;
  /** Asks for no token. */
  readonly isOpen: boolean;
}

/** The document of a running server. */
export interface Interface {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Every scope that it names. */
  readonly scopes: readonly string[];
}

type Described = { readonly $ref?: string } & Record<string, unknown>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface OAuthScheme {
  readonly flows: { readonly authorizationCode: { readonly scopes: object } };
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

export function readInterface(document: Document): Interface {
  const followed = <T>(thing: T | { $ref?: string }): T => {
    const reference = (thing as { $ref?: string }).$ref;
    if (reference === undefined) return thing as T;
    const [, , kind = '', name = ''] = reference.split('/');
    return document.components[kind]?.[name] as T;
  };
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => operationOf(path, method, item[method] as Described, followed)),
  );
  const oauth = document.components.securitySchemes?.OAuth2 as OAuthScheme;
  return {
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    schemas: document.components.schemas as Record<string, Schema>,
    scopes: Object.keys(oauth.flows.authorizationCode.scopes),
  };
}

type Follow = <T>(thing: T | { $ref?: string }) => T;

function operationOf(path: string, method: string, described: Described, followed: Follow): Operation {
  const responses = Object.entries(described.responses as Record<string, Content>);
  return {
    id: described.operationId as string,
    method: method.toUpperCase(),
    path,
    parameters: ((described.parameters ?? []) as Parameter[]).map((parameter) =>
      followed<Parameter>(parameter),
    ),
    body:
      described.requestBody === undefined ? undefined : bodyOf(followed(described.requestBody as Content)),
    responses: Object.fromEntries(responses.map(([status, answer]) => [status, followed<Content>(answer)])),
    scopes: (described['x-scopes'] ?? []) as string[],
    tokenKinds: (described['x-token-kinds'] ?? []) as string[],
    takesSessions: ((described.security ?? []) as object[]).some((one) => 'Session' in one),
    isOpen: ((described.security ?? []) as object[]).length === 0,
  };
}

function bodyOf({ content = {}, required = false }: Content & { required?: boolean }): Operation['body'] {
  const types = Object.entries(content).map(([type, { schema }]) => [type, schema ?? {}]);
  return { required, types: Object.fromEntries(types) };
}
