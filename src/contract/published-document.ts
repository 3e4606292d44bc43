import { readFileSync } from 'node:fs';
import { bodyBytes } from './body-bytes.ts';
import type { OperationId } from './contract.ts';
import type { BodyLimit } from './operation-contract.ts';
import type { Schema } from './schema.ts';

/** The merged OpenAPI document, as far as the program reads it. */
export interface PublishedDocument {
  servers: { url: string; description?: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, PublishedOperation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, { schema?: Schema }>;
    responses: Record<string, PublishedContent>;
    requestBodies: Record<string, PublishedContent>;
    securitySchemes: {
      OAuth2: { flows: { authorizationCode: Record<string, unknown> & { scopes: Record<string, string> } } };
    };
  };
}

export interface PublishedOperation {
  operationId: string;
  tags: string[];
  'x-max-body-bytes'?: BodyLimit;
  'x-max-form-fields'?: number;
  requestBody?: PublishedContent | { $ref: string };
  responses: Record<string, PublishedContent | { $ref: string }>;
}

export interface PublishedContent {
  content?: Record<string, { schema?: Schema }>;
}

let document: PublishedDocument | undefined;

/** Read once, when first asked for. */
export function contractDocument(): PublishedDocument {
  document ??= JSON.parse(
    readFileSync(new URL('./generated/openapi.json', import.meta.url), 'utf8'),
  ) as PublishedDocument;
  return document;
}

/** Follows a reference into `components`. */
export function referred<T extends object>(thing: T | { $ref: string }): T {
  if (!('$ref' in thing)) return thing;
  const [, , kind, name] = thing.$ref.split('/') as [
    string,
    string,
    keyof PublishedDocument['components'],
    string,
  ];
  return (contractDocument().components[kind] as Record<string, unknown>)[name] as T;
}

/** A schema with all that it is put together from, by whichever address it refers to them. */
export function partsOf(schema: Schema): Schema[] {
  const name = schema.$ref?.split('/').at(-1);
  const whole = name === undefined ? schema : (contractDocument().components.schemas[name] ?? {});
  const { allOf = [] } = whole as { allOf?: readonly Schema[] };
  return [whole, ...allOf.flatMap(partsOf)];
}

/** Which operations a server answers. */
export type IsServed = (id: OperationId) => boolean;

/** What a running server puts into the description it publishes. */
export interface PublishedBy {
  readonly isServed: IsServed;
  /** Without a slash at the end, as `auth`. */
  readonly base: string;
  readonly auth: string;
  readonly importMaxBytes: number;
}

/** The document with the operations alone that a server answers, and the tags that these have. */
export function servedDocument(isServed: IsServed): PublishedDocument {
  const { paths, tags, ...rest } = contractDocument();
  const served = Object.entries(paths).flatMap(([path, methods]) => {
    const left = Object.entries(methods).filter(([, { operationId }]) =>
      isServed(operationId as OperationId),
    );
    return left.length === 0 ? [] : [[path, Object.fromEntries(left)] as const];
  });
  const named = new Set(served.flatMap(([, methods]) => Object.values(methods).flatMap((one) => one.tags)));
  return {
    ...rest,
    tags: tags.filter(({ name }) => named.has(name)),
    paths: Object.fromEntries(served),
  };
}

/**
 * The OpenAPI document of what this server answers, with its own addresses in it, and its limits in bytes.
 * @see VER-12
 */
export function publishedDocument({ base, auth, importMaxBytes, isServed }: PublishedBy): PublishedDocument {
  const published = structuredClone(servedDocument(isServed));
  published.servers = [{ url: base }];
  Object.assign(published.components.securitySchemes.OAuth2.flows.authorizationCode, {
    authorizationUrl: `${auth}/oauth`,
    tokenUrl: `${base}/v1/oauth/token`,
    refreshUrl: `${base}/v1/oauth/token`,
  });
  for (const operation of Object.values(published.paths).flatMap((item) => Object.values(item))) {
    const limit = operation['x-max-body-bytes'];
    if (limit !== undefined) operation['x-max-body-bytes'] = bodyBytes(limit, importMaxBytes);
  }
  return published;
}
