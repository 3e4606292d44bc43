import type { OperationId } from './contract.ts';
import { operationContract } from './contract.ts';
import { contractDocument, referred } from './published-document.ts';
import type { Schema } from './schema.ts';
import type { SchemaCheck } from './schema-checks.ts';
import { compileCheck } from './schema-checks.ts';
import { schemaSentences } from './schema-sentences.ts';

const checks = new Map<string, SchemaCheck>();

/**
 * Says what is wrong with a body of an operation, in sentences that name field and rule; nothing when all is
 * well. An absent body is undefined. Fields that the contract does not know are let through, except where it closes an object.
 */
export function bodyProblems(id: OperationId, body: unknown): string[] {
  if (body === undefined) return operationContract(id).body?.required === true ? ['Missing body.'] : [];
  return schemaSentences(bodyCheck(id)(body), 'body');
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
