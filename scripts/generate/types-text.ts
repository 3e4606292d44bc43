import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PlacedOperation,
  Schema,
} from './open-api.ts';
import { operationsOf, resolve, successOf } from './open-api.ts';
import { commentText, membersText, schemaType, union } from './schema-type.ts';

/**
 * Who reads the types. On the server parameters with a default are always there and raw bodies are streams;
 * a caller may leave such parameters out and sends bytes.
 */
export type Reader = 'server' | 'caller';

/** The text of a module with a type for every schema, and `Operations` with what goes in and out of each. */
export function typesText(document: OpenApiDocument, reader: Reader): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${commentText(schema, '')}export type ${name} = ${schemaType(schema)};\n`,
  );
  const operations = operationsOf(document).map((placed) => operationText(document, placed, reader));
  return [
    '// Generated from the contract. Changes are made in contract/ and come here by `npm run generate`.\n',
    reader === 'server' ? `import type { Readable } from 'node:stream';\n` : '',
    ...schemas,
    '/** What goes in and out of each operation, by operation id. */\n',
    `export interface Operations {\n${operations.join('')}}\n`,
    '\nexport type OperationId = keyof Operations;\n',
  ].join('\n');
}

function operationText(
  document: OpenApiDocument,
  { operation, method, path }: PlacedOperation,
  reader: Reader,
): string {
  const description = [operation.summary, `\`${method.toUpperCase()} ${path}\``].filter(Boolean).join('\n\n');
  const words = { description, ...(operation.deprecated ? { deprecated: true } : {}) };
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
  return [
    commentText(words, '  '),
    `  ${operation.operationId}: {\n`,
    `    path: ${parametersType(parameters, 'path', reader)};\n`,
    `    query: ${parametersType(parameters, 'query', reader)};\n`,
    `    body: ${bodyType(document, operation, reader)};\n`,
    `    answer: ${answerType(document, operation)};\n`,
    '  };\n',
  ].join('');
}

function parametersType(parameters: ParameterObject[], place: 'path' | 'query', reader: Reader): string {
  const here = parameters.filter((parameter) => parameter.in === place);
  if (here.length === 0) return '{}';
  const isThere = (parameter: ParameterObject) =>
    parameter.required === true || (reader === 'server' && parameter.schema.default !== undefined);
  const properties = here.map(({ name, schema, description }): [string, Schema] => [
    name,
    description === undefined ? schema : { ...schema, description },
  ]);
  const required = here.filter(isThere).map(({ name }) => name);
  return `{\n${membersText(Object.fromEntries(properties), required, '      ')}    }`;
}

function bodyType(document: OpenApiDocument, operation: OperationObject, reader: Reader): string {
  if (operation.requestBody === undefined) return 'undefined';
  const body = resolve(document, operation.requestBody);
  const bytes = reader === 'server' ? 'Readable' : 'Uint8Array';
  const isRaw = operation['x-raw-body'] === true;
  if (isRaw && reader === 'server') return bytes;
  const types = Object.values(body.content).map(({ schema }) =>
    schema ? schemaType(schema, '    ') : bytes,
  );
  return union([...types, ...(body.required === true ? [] : ['undefined'])]);
}

function answerType(document: OpenApiDocument, operation: OperationObject): string {
  const content = Object.values(successOf(document, operation)[1].content ?? {});
  if (content.length === 0) return 'undefined';
  return union(content.map(({ schema }) => (schema ? schemaType(schema, '    ') : 'Uint8Array')));
}
