import type {
  BodyContract,
  OperationContract,
  ParameterContract,
  ParameterSchema,
  TokenKind,
} from '../../src/contract/operation-contract.ts';
import type { OpenApiDocument, ParameterObject, PlacedOperation, Schema } from './open-api.ts';
import { operationsOf, resolve, successOf } from './open-api.ts';

/** The text of `operation-table.ts`: what each operation's contract says, by operation id. */
export function operationTableText(document: OpenApiDocument): string {
  const lines = operationsOf(document).map(
    (placed) => `  ${placed.operation.operationId}: ${JSON.stringify(contractOf(document, placed))},`,
  );
  return [
    '// Generated from the contract. Changes are made in contract/ and come here by `npm run generate`.',
    `import type { OperationContract } from '../operation-contract.ts';`,
    '',
    'export const operationTable = {',
    ...lines,
    '} as const satisfies Record<string, OperationContract>;',
    '',
  ].join('\n');
}

/** @throws Error if the operation lacks a tier though it is not ours, or a scope though it is. */
export function contractOf(document: OpenApiDocument, placed: PlacedOperation): OperationContract {
  const { operation, path, method } = placed;
  checkPlace(placed);
  const [successStatus, answer] = successOf(document, operation);
  return {
    method,
    path,
    tag: operation.tags[0] ?? 'Server',
    deprecated: operation.deprecated === true,
    open: operation['x-open'] === true,
    tokenElsewhere: operation['x-token-elsewhere'] === true,
    tier: operation['x-tier'] ?? null,
    tokenKinds: (operation['x-token-kinds'] ?? []) as TokenKind[],
    scopes: operation['x-scopes'] ?? [],
    unauthorized: operation['x-unauthorized'] ?? { missing: 403, invalid: 403 },
    missingScope: operation['x-missing-scope'] ?? 403,
    parameters: (operation.parameters ?? []).map((one) =>
      parameterContract(document, resolve(document, one)),
    ),
    body: bodyContract(document, placed),
    successStatus,
    answerTypes: Object.keys(answer.content ?? {}),
  };
}

function checkPlace({ operation, path }: PlacedOperation): void {
  const isOwn = /^\/(workspace|test)\//.test(path);
  const isInterface = /^\/v\d\//.test(path) && operation['x-open'] !== true;
  if (isInterface && operation['x-tier'] === undefined) {
    throw new Error(`contract/overlay.yaml gives ${operation.operationId} no tier.`);
  }
  if (isOwn && (operation['x-scopes'] ?? []).length === 0) {
    throw new Error(`contract/own.yaml gives ${operation.operationId} no scope.`);
  }
}

function parameterContract(document: OpenApiDocument, parameter: ParameterObject): ParameterContract {
  if (parameter.in !== 'path' && parameter.in !== 'query') {
    throw new Error(`The parameter ${parameter.name} stands in "${parameter.in}", which is not supported.`);
  }
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required === true,
    schema: parameterSchema(resolve<Schema>(document, parameter.schema), parameter.name),
  };
}

const parameterKeywords = [
  'type',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'default',
];
const parameterTypes = ['string', 'number', 'integer', 'boolean'];

function parameterSchema(schema: Schema, name: string): ParameterSchema {
  if (!parameterTypes.includes(schema.type as string)) {
    throw new Error(
      `The parameter ${name} is of type ${JSON.stringify(schema.type)}, which is not supported.`,
    );
  }
  const known = parameterKeywords.filter((keyword) => schema[keyword] !== undefined);
  return Object.fromEntries(known.map((keyword) => [keyword, schema[keyword]])) as unknown as ParameterSchema;
}

function bodyContract(document: OpenApiDocument, { operation }: PlacedOperation): BodyContract | null {
  if (operation.requestBody === undefined) return null;
  const body = resolve(document, operation.requestBody);
  return {
    required: body.required === true,
    contentTypes: Object.keys(body.content),
    raw: operation['x-raw-body'] === true,
    mostBytes: operation['x-max-body-bytes'] ?? null,
    mostFields: operation['x-max-form-fields'] ?? null,
  };
}
