/** What of a prototype is looked at: all of it stands in the address. Ids have `-` for `:` there. */
export interface Place {
  /** The frame, or a node in it. */
  readonly node: string | undefined;
  /** Where the prototype was begun. */
  readonly start: string | undefined;
  readonly page: string | undefined;
  /** An older version than the current one. */
  readonly version: string | undefined;
  readonly scaling: Scaling;
}

/** How large a frame is shown: at most as it is, as large as it fits, as it is, or at most as wide as the window. */
const scalings = ['scale-down', 'contain', 'min-zoom', 'scale-down-width'] as const;
export type Scaling = (typeof scalings)[number];

/** What an id of a node can be; of anything else the server tells nothing. */
const nodeForm = /^[A-Za-z0-9:;-]{1,200}$/;

/** Reads the part of an address behind the question mark. */
export function readPlace(search: string): Place {
  const asked = new URLSearchParams(search);
  const id = (name: string): string | undefined => {
    const text = asked.get(name);
    return text !== null && nodeForm.test(text) ? text.replaceAll('-', ':') : undefined;
  };
  return {
    node: id('node-id'),
    start: id('starting-point-node-id'),
    page: id('page-id'),
    version: asked.get('version') ?? undefined,
    scaling: scalings.find((one) => one === asked.get('scaling')) ?? 'scale-down',
  };
}

/** The same address at another frame, which keeps where the prototype was begun. */
export function searchAt(frame: string, start: string, search: string): string {
  const asked = new URLSearchParams(search);
  asked.set('node-id', frame.replaceAll(':', '-'));
  asked.set('starting-point-node-id', start.replaceAll(':', '-'));
  return `?${asked}`;
}
