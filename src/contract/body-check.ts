import type { OperationId } from './contract.ts';
import { operationContract } from './contract.ts';
import { contractDocument, partsOf, referred } from './published-document.ts';
import type { Schema } from './schema.ts';
import type { SchemaCheck } from './schema-checks.ts';
import { compileCheck } from './schema-checks.ts';
import { schemaSentences } from './schema-sentences.ts';

const checks = new Map<string, SchemaCheck>();
const fieldNames = new Map<OperationId, ReadonlySet<string> | undefined>();

/**
 * Says what is wrong with a body of an operation, in sentences that name field and rule; nothing when all is
 * well. An absent body is undefined. Fields that the contract does not know are let through, except where it closes
 * an object, as all of JSON that our own operations take; those of the body itself reach no operation (`namedFields`).
 */
export function bodyProblems(id: OperationId, body: unknown): string[] {
  if (body === undefined) return operationContract(id).body?.required === true ? ['Missing body.'] : [];
  return schemaSentences(bodyCheck(id)(body), 'body');
}

/**
 * A body with the fields that the contract names for it and no others, so that nobody says by another name what an
 * operation leaves to itself. A body that the contract closes, or does not describe by fields, stays as it is.
 */
export function namedFields(id: OperationId, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if (!fieldNames.has(id)) fieldNames.set(id, openFieldNames(bodySchema(id)));
  const names = fieldNames.get(id);
  if (names === undefined) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}

/** The names of the fields of an object; undefined where it has none, or is closed. */
function openFieldNames(schema: Schema): ReadonlySet<string> | undefined {
  const parts = partsOf(schema);
  const isClosed = ({ additionalProperties, unevaluatedProperties }: Schema): boolean =>
    additionalProperties !== undefined || unevaluatedProperties !== undefined;
  if (parts.some(isClosed)) return undefined;
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties as object));
  return names.length === 0 ? undefined : new Set(names);
}

function bodyCheck(id: OperationId): SchemaCheck {
  return cached(`body ${id}`, () => bodySchema(id));
}

function cached(key: string, schema: () => Schema): SchemaCheck {
  const known = checks.get(key);
  if (known !== undefined) return known;
  const check = compileCheck(schema());
  checks.set(key, check);
  return check;
}

/** The schema of the JSON body, or of the form, whose fields are checked alike. */
function bodySchema(id: OperationId): Schema {
  const { method, path } = operationContract(id);
  const body = contractDocument().paths[path]?.[method]?.requestBody;
  const content = body === undefined ? {} : (referred(body).content ?? {});
  return (content['application/json'] ?? content['application/x-www-form-urlencoded'])?.schema ?? {};
}
