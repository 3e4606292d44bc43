import { idInAddress, spelledInAddress } from './node-ids.ts';

export const panels = ['inspect', 'comments', 'versions', 'export'] as const;
export type Panel = (typeof panels)[number];

/** What of a file is looked at: all of it stands in the address. */
export interface Place {
  readonly page?: string | undefined;
  readonly node?: string | undefined;
  /** An older version than the current one. */
  readonly version?: string | undefined;
  readonly panel?: Panel | undefined;
  /** Id of the comment that began a thread. */
  readonly thread?: string | undefined;
}

/** Reads the part of an address behind the question mark. */
export function readPlace(search: string): Place {
  const asked = new URLSearchParams(search);
  const id = (name: string) => {
    const text = asked.get(name);
    return text === null || text === '' ? undefined : idInAddress(text);
  };
  return {
    page: id('page-id'),
    node: id('node-id'),
    version: asked.get('version') ?? undefined,
    panel: panels.find((panel) => panel === asked.get('panel')),
    thread: asked.get('thread') ?? undefined,
  };
}

/** The address of a place in this file: `search` with what the place says, and whatever else it held. */
export function searchOf(place: Place, search = ''): string {
  const asked = new URLSearchParams(search);
  const { page, node, version, panel, thread } = place;
  const said: Record<string, string | undefined> = {
    'page-id': page && spelledInAddress(page),
    'node-id': node && spelledInAddress(node),
    version,
    panel: panel === 'inspect' ? undefined : panel,
    thread,
  };
  for (const [name, value] of Object.entries(said)) {
    if (value === undefined) asked.delete(name);
    else asked.set(name, value);
  }
  const text = asked.toString();
  return text === '' ? '' : `?${text}`;
}
