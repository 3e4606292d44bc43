import type { CamelRow } from '../database/camel-columns.ts';
import type { Caller } from './caller.ts';
import type { FileAccessRow } from './file-access-store.ts';

/** The file that a request names, as it was read in one statement with the token of its caller. */
export interface FileAlong {
  readonly file: FileAccessRow;
  /** The current one; undefined of a file without content. */
  readonly version: CamelRow<'versions'> | undefined;
}

const filesAlong = new WeakMap<Caller, FileAlong>();

export const layAlong = (caller: Caller, along: FileAlong): void => void filesAlong.set(caller, along);

/** What was read along of this file, where it is the one. */
export function lookAlong(caller: Caller, key: string): FileAlong | undefined {
  const along = filesAlong.get(caller);
  return along?.file.key === key ? along : undefined;
}

/** The same for whoever goes on with it: what is asked again later is read again. */
export function takeAlong(caller: Caller, key: string): FileAlong | undefined {
  const along = lookAlong(caller, key);
  if (along !== undefined) filesAlong.delete(caller);
  return along;
}
