import type { OpenApiDocument, OperationObject } from './open-api.ts';
import { resolve } from './open-api.ts';

/** What bounds the bodies of operations that say nothing of it. */
export interface UsualBodyLimits {
  /** By what they take, in bytes. */
  'x-max-body-bytes': { json: number; form: number };
  'x-max-form-fields': number;
}

/** The type of what forms of pages send. */
const formType = 'application/x-www-form-urlencoded';

/** Says of an operation with a body how large it may be, and of a form how many fields it may have, unless it does so itself or takes any bytes. */
export function writeBodyLimit(
  document: OpenApiDocument,
  operation: OperationObject,
  usual: UsualBodyLimits,
): void {
  if (operation.requestBody === undefined || operation['x-raw-body'] === true) return;
  const { content } = resolve(document, operation.requestBody);
  const isForm = formType in content;
  operation['x-max-body-bytes'] ??= usual['x-max-body-bytes'][isForm ? 'form' : 'json'];
  if (isForm) operation['x-max-form-fields'] ??= usual['x-max-form-fields'];
}
