import type { Guid } from './wanted.ts';

const none = 0xffffffff;

/** A guid as the interface writes an id; undefined where it is absent or means "none". */
export function guidText(guid: Guid | undefined): string | undefined {
  if (guid === undefined || (guid.sessionID === none && guid.localID === none)) return undefined;
  return `${guid.sessionID}:${guid.localID}`;
}
