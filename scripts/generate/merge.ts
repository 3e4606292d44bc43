import { type UsualBodyLimits, writeBodyLimit } from './body-limits.ts';
import { readCallers, writeSecurity } from './callers.ts';
import { closeBodies } from './close-bodies.ts';
import type {
  Components,
  OpenApiDocument,
  OperationObject,
  PlacedOperation,
  Reference,
  ResponseObject,
} from './open-api.ts';
import { operationsOf } from './open-api.ts';
import { applyOverlay } from './overlay.ts';
import type { OverlayEntry } from './overlay-entry.ts';

/** `own.yaml`: a document without a version of its own. */
export type OwnDocument = Omit<OpenApiDocument, 'openapi'> & UsualBodyLimits;

/**
 * Merges the document of the specification package, the overlay and our own operations into the one that the
 * server publishes. The arguments stay as they are.
 */
export function mergeContract(
  packaged: OpenApiDocument,
  overlay: readonly OverlayEntry[],
  own: OwnDocument,
  version: string,
): OpenApiDocument {
  const document = structuredClone(packaged);
  const theirs = operationsOf(document).map(({ operation }) => operation);
  for (const operation of theirs) readCallers(operation);
  applyOverlay(document, overlay);
  const ours = structuredClone(own);
  closeBodies(ours);
  const merged = addOwn(document, ours, version);
  for (const placed of operationsOf(merged)) {
    const { operation } = placed;
    writeErrors(operation, merged.components, theirs.includes(operation) ? [] : usualErrors(operation));
    writeMirrorHeader(placed, merged.components);
    writeSecurity(placed);
    writeBodyLimit(merged, operation, own);
  }
  return merged;
}

function addOwn(document: OpenApiDocument, own: OwnDocument, version: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { ...own.info, version },
    servers: own.servers,
    tags: [...document.tags, ...own.tags],
    paths: addMembers('path', document.paths, own.paths),
    components: {
      schemas: addMembers('schema', document.components.schemas, own.components.schemas),
      responses: addMembers('response', document.components.responses, own.components.responses),
      parameters: { ...own.components.parameters },
      requestBodies: { ...own.components.requestBodies },
      headers: { ...own.components.headers },
      securitySchemes: own.components.securitySchemes,
    },
  };
}

function addMembers<T>(kind: string, theirs: Record<string, T>, ours: Record<string, T>): Record<string, T> {
  for (const name of Object.keys(ours)) {
    if (name in theirs)
      throw new Error(`contract/own.yaml: the ${kind} "${name}" is in the packaged document too.`);
  }
  return { ...theirs, ...ours };
}

/** Statuses that an operation of ours can answer beside those it names; 400 is also for two tokens at once. */
function usualErrors(operation: OperationObject): number[] {
  return operation['x-open'] === true ? [429, 500] : [400, 403, 429, 500];
}

/**
 * Turns `x-errors` into answers with the common error body and adds the answer for any other refusal. What
 * answers a page refuses with one.
 */
function writeErrors(operation: OperationObject, components: Components, more: readonly number[]): void {
  const statuses = [...(operation['x-errors'] ?? []), ...more];
  const isPage = answersPages(operation);
  for (const status of statuses) {
    const name = isPage ? 'Page' : `Error${status}`;
    if (String(status) in operation.responses) {
      throw new Error(`${operation.operationId}: the status ${status} is described already.`);
    }
    if (!(name in components.responses)) throw new Error(`contract/own.yaml has no response "${name}".`);
    operation.responses[status] = { $ref: `#/components/responses/${name}` };
  }
  operation.responses.default = { $ref: `#/components/responses/${isPage ? 'PageOther' : 'ErrorOther'}` };
  delete operation['x-errors'];
}

/** Paths that name a file, or what lies in one. */
const readsOneFile = /\{file_key\}|^\/v1\/(?:components|component_sets|styles)\/\{key\}$|^\/v1\/oembed$/;

/** What is read of one file may say how fresh it is. */
function writeMirrorHeader({ path, method, operation }: PlacedOperation, { responses }: Components): void {
  const success = operation.responses['200'];
  if (method !== 'get' || !readsOneFile.test(path) || success === undefined) return;
  const name = '$ref' in success ? success.$ref.split('/').at(-1) : undefined;
  const response = name === undefined ? (success as ResponseObject) : responses[name];
  if (response === undefined) throw new Error(`${operation.operationId} names no answer that there is.`);
  response.headers = {
    ...response.headers,
    'X-Vitrine-Mirror': { $ref: '#/components/headers/MirrorFreshness' },
  };
}

/** As the server tells them apart: pages of sign-in and of what is reached from mails. */
function answersPages({ tags, responses }: OperationObject): boolean {
  const success = responses['200'] as Partial<Reference> | undefined;
  return tags.includes('OAuth') && success?.$ref === '#/components/responses/Page';
}
