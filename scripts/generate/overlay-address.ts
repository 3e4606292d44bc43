import type { OpenApiDocument, OperationObject, ResponseObject } from './open-api.ts';
import { operationsOf, resolve, successOf } from './open-api.ts';
import { type OverlayEntry, staleEntry } from './overlay-entry.ts';

type Members = Record<string, unknown>;

/** The kinds of things an entry can stand on, each with how a name finds one. */
const kinds = {
  document: (document: OpenApiDocument) => document,
  operation: operationNamed,
  answer: answerSchema,
  body: bodySchema,
  schema: (document: OpenApiDocument, name: string) => document.components.schemas[name],
} satisfies Record<string, (document: OpenApiDocument, name: string) => object | undefined>;

/**
 * The objects that an entry changes.
 *
 * @throws Error if one of them is not there.
 */
export function placesOf(document: OpenApiDocument, entry: OverlayEntry): Members[] {
  const [kind = '', ...rest] = entry.on.split(/\s+/);
  const find = kinds[kind as keyof typeof kinds] as (typeof kinds)['schema'] | undefined;
  if (find === undefined) throw staleEntry(entry, `names the unknown kind "${kind}"`);
  const names = namesIn(document, rest.join(' '));
  return names.map((name) => {
    const root = find(document, name);
    if (root === undefined) throw staleEntry(entry, `finds no ${kind} "${name}"`);
    return descend(root as Members, entry);
  });
}

function namesIn(document: OpenApiDocument, text: string): string[] {
  if (text === '*') return operationsOf(document).map(({ operation }) => operation.operationId);
  return text.split(',').map((name) => name.trim());
}

function descend(root: Members, entry: OverlayEntry): Members {
  let place: unknown = root;
  for (const segment of entry.at?.split('/') ?? []) {
    place = Array.isArray(place)
      ? place.find((element, index) => element?.name === segment || String(index) === segment)
      : (place as Members)[segment];
    if (typeof place !== 'object' || place === null) throw staleEntry(entry, `finds no "${segment}"`);
  }
  return place as Members;
}

function operationNamed(document: OpenApiDocument, name: string): OperationObject | undefined {
  return operationsOf(document).find(({ operation }) => operation.operationId === name)?.operation;
}

/** The JSON schema of the success answer; a shared answer is changed for all that share it. */
function answerSchema(document: OpenApiDocument, name: string): object | undefined {
  const operation = operationNamed(document, name);
  if (operation === undefined) return undefined;
  const answer: ResponseObject = successOf(document, operation)[1];
  return answer.content?.['application/json']?.schema;
}

function bodySchema(document: OpenApiDocument, name: string): object | undefined {
  const body = operationNamed(document, name)?.requestBody;
  return body === undefined ? undefined : resolve(document, body).content['application/json']?.schema;
}
