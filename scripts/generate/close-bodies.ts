import type { OpenApiDocument, OperationObject, RequestBody, Schema } from './open-api.ts';
import { operationsOf, resolve } from './open-api.ts';

/** Paths whose callers know our own operations. Forms of OAuth and what other servers send may have fields of theirs. */
const ofOurOwn = /^\/(?:workspace|test)\/v1\//;

/**
 * Closes the bodies of JSON of our own operations, so that a misspelled field is refused in place of being passed over.
 * A schema that says itself what it does with other fields stays as it is.
 */
export function closeBodies(own: Own): void {
  for (const { path, operation } of operationsOf(own as OpenApiDocument)) {
    const schema = ofOurOwn.test(path) ? jsonBodyOf(operation, own) : undefined;
    if (schema !== undefined) close(schema, own.components.schemas);
  }
}

type Own = Pick<OpenApiDocument, 'paths' | 'components'>;

function jsonBodyOf({ requestBody }: OperationObject, own: Own): Schema | undefined {
  if (requestBody === undefined) return undefined;
  const { content } = resolve<RequestBody>(own as OpenApiDocument, requestBody);
  return content['application/json']?.schema;
}

/** Closes an object and those in it; of the interface's own schemas, which have other names here, none. */
function close(schema: Schema, schemas: Readonly<Record<string, Schema>>): void {
  const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (named !== undefined) close(named, schemas);
  if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) return;
  if (schema.allOf !== undefined) {
    schema.unevaluatedProperties = false;
    return;
  }
  if (schema.properties !== undefined) schema.additionalProperties = false;
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  for (const one of inner) close(one, schemas);
}
