import type { OpenApiDocument, OperationObject } from './open-api.ts';
import { resolve } from './open-api.ts';

/** Largest bodies of operations that say nothing of it, by what they take, in bytes. */
export interface UsualBodyLimits {
  json: number;
  form: number;
}

/** The type of what forms of pages send. */
const formType = 'application/x-www-form-urlencoded';

/** Says of an operation with a body how large it may be, unless it does so itself or takes any bytes. */
export function writeBodyLimit(
  document: OpenApiDocument,
  operation: OperationObject,
  usual: UsualBodyLimits,
): void {
  if (operation.requestBody === undefined || operation['x-raw-body'] === true) return;
  const { content } = resolve(document, operation.requestBody);
  operation['x-max-body-bytes'] ??= formType in content ? usual.form : usual.json;
}
