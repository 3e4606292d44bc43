import { fileURLToPath } from 'node:url';
import type { BodyLimit } from '../../src/contract/operation-contract.ts';

/** The parts of an OpenAPI 3.1 document that the generation reads; everything else passes through. */
export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers: { url: string; description?: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  components: Components;
}

export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
export type Method = (typeof methods)[number];
export type PathItem = { [M in Method]?: OperationObject };

export interface Components {
  schemas: Record<string, Schema>;
  responses: Record<string, ResponseObject>;
  parameters?: Record<string, ParameterObject>;
  requestBodies?: Record<string, RequestBody>;
  headers?: Record<string, HeaderObject>;
  securitySchemes: Record<string, Record<string, unknown>>;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: (ParameterObject | Reference)[];
  requestBody?: RequestBody | Reference;
  responses: Record<string, ResponseObject | Reference>;
  security?: Record<string, string[]>[];
  'x-tier'?: 1 | 2 | 3;
  'x-token-kinds'?: string[];
  'x-scopes'?: string[];
  'x-unauthorized'?: { missing: 401 | 403; invalid: 401 | 403 };
  'x-missing-scope'?: 401 | 403;
  'x-open'?: boolean;
  'x-raw-body'?: boolean;
  'x-max-body-bytes'?: BodyLimit;
  'x-max-form-fields'?: number;
  'x-token-elsewhere'?: boolean;
  /** Expanded into `responses` and taken out. */
  'x-errors'?: number[];
}

export interface Reference {
  $ref: string;
}

export interface ParameterObject {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface RequestBody {
  required?: boolean;
  content: Record<string, { schema?: Schema }>;
}

export interface ResponseObject {
  description?: string;
  headers?: Record<string, HeaderObject | Reference>;
  content?: Record<string, { schema?: Schema }>;
}

export interface HeaderObject {
  description?: string;
  schema: Schema;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  deprecated?: boolean;
  default?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  minimum?: number;
  maximum?: number;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  [keyword: string]: unknown;
}

/** One operation with its place in the document. */
export interface PlacedOperation {
  path: string;
  method: Method;
  operation: OperationObject;
}

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

export function operationsOf(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** Follows a reference such as `#/components/responses/Acknowledged` to what it names. */
export function resolve<T extends object>(document: OpenApiDocument, thing: T | Reference): T {
  if (!('$ref' in thing) || typeof thing.$ref !== 'string') return thing as T;
  let target: unknown = document;
  for (const segment of thing.$ref.replace(/^#\//, '').split('/')) {
    target = (target as Record<string, unknown> | undefined)?.[segment];
  }
  if (target === undefined) throw new Error(`The reference ${thing.$ref} leads nowhere.`);
  return target as T;
}

/** The answer of the success status, 200 or the only other one below 300. */
export function successOf(document: OpenApiDocument, operation: OperationObject): [number, ResponseObject] {
  const status = Object.keys(operation.responses).find((key) => /^2\d\d$/.test(key));
  if (status === undefined) throw new Error(`${operation.operationId} has no answer of success.`);
  return [Number(status), resolve<ResponseObject>(document, operation.responses[status] as ResponseObject)];
}
