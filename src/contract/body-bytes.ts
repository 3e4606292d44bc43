import { constants } from 'node:buffer';
import type { BodyLimit } from './operation-contract.ts';

/** Base64 makes of three bytes four, and there is more in the body than that. */
const jsonOverImport = 1.4;

/** A limit in bytes, on a server whose largest import is this. What becomes one string is no longer than one can be. */
export function bodyBytes(limit: BodyLimit, importMaxBytes: number): number {
  if (limit === 'import') return importMaxBytes;
  if (limit !== 'import-in-json') return limit;
  return Math.min(Math.ceil(importMaxBytes * jsonOverImport), constants.MAX_STRING_LENGTH);
}
