import { forbidden } from '../errors.ts';
import type { Caller } from './caller.ts';
import type { FileRow } from './file-row.ts';

/**
 * Refuses a change of what is in a file that mirrors one of an upstream: only what is there counts.
 * @throws ApiError 403
 */
export function refuseMirrored(
  caller: Pick<Caller, 'bringsMirrored'>,
  { key, mirrorId }: Pick<FileRow, 'key' | 'mirrorId'>,
): void {
  if (mirrorId === null || caller.bringsMirrored === true) return;
  throw forbidden(
    `This file mirrors one of another server and is changed there: "npx vitrine mirror detach ${key}" makes it yours.`,
  );
}
