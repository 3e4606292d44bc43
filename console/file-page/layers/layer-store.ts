import type { Answer } from '../../api/call.ts';

export type Layer = Answer<'GET /viewer/v1/files/{file_key}/nodes/{node_id}'>['path'][number];

/** What lies directly in a node, the uppermost first, as far as it was asked for. */
export interface Children {
  readonly layers: readonly Layer[];
  /** Of all, asked for or not. */
  readonly count: number;
}

/** One answer of the server. */
export interface ChildrenPage {
  readonly children: readonly Layer[];
  readonly count: number;
  readonly next_cursor?: string;
}

/** Layers of one version of a file, read as they are needed and kept. */
export interface LayerStore {
  children(parent: string): Children | undefined;
  layer(id: string): Layer | undefined;
  parent(id: string): string | undefined;
  /** Reads on until the child at a place is there, or none is left. */
  want(parent: string, place?: number): Promise<void>;
  /** Takes what lies around a node, from its page on. */
  addPath(path: readonly Layer[]): void;
  /** From the child of the page to the node itself, as far as it is known. */
  pathOf(id: string): Layer[];
  subscribe(listener: () => void): () => void;
  /** Another number after each change. */
  readonly changes: number;
}

interface Reading {
  layers: Layer[];
  count: number;
  cursor: string | undefined;
  /** What is under way. */
  page: Promise<void> | undefined;
}

type Ask = (parent: string, cursor: string | undefined) => Promise<ChildrenPage>;

export function createLayerStore(ask: Ask): LayerStore {
  const layers = new Map<string, Layer>();
  const parents = new Map<string, string>();
  const listeners = new Set<() => void>();
  let changes = 0;
  const put = (layer: Layer, parent: string | undefined): void => {
    layers.set(layer.id, layer);
    if (parent !== undefined) parents.set(layer.id, parent);
  };
  const tell = (): void => {
    changes += 1;
    for (const listener of listeners) listener();
  };
  const { children, want } = createReadings(ask, (parent, more) => {
    for (const layer of more) put(layer, parent);
    tell();
  });
  return {
    want,
    children,
    layer: (id) => layers.get(id),
    parent: (id) => parents.get(id),
    addPath: (path) => {
      for (const [depth, layer] of path.entries()) put(layer, path[depth - 1]?.id);
      if (path.length > 0) tell();
    },
    pathOf: (id) => pathIn(layers, parents, id),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get changes() {
      return changes;
    },
  };
}

/** Reads lists of children page by page, each page once; `came` is told of what came. */
function createReadings(
  ask: Ask,
  came: (parent: string, more: readonly Layer[]) => void,
): Pick<LayerStore, 'children' | 'want'> {
  const readings = new Map<string, Reading>();

  async function readPage(parent: string, reading: Reading): Promise<void> {
    try {
      const { children, count, next_cursor } = await ask(parent, reading.cursor);
      Object.assign(reading, { layers: [...reading.layers, ...children], count, cursor: next_cursor });
      came(parent, children);
    } finally {
      reading.page = undefined;
    }
  }

  return {
    children: (id) => {
      const reading = readings.get(id);
      return reading === undefined || reading.count === -1 ? undefined : reading;
    },
    want: async (parent, place = 0) => {
      const reading = readings.get(parent) ?? { layers: [], count: -1, cursor: undefined, page: undefined };
      readings.set(parent, reading);
      while (reading.count === -1 || (reading.layers.length <= place && reading.cursor !== undefined)) {
        reading.page ??= readPage(parent, reading);
        await reading.page;
      }
    },
  };
}

function pathIn(
  layers: ReadonlyMap<string, Layer>,
  parents: ReadonlyMap<string, string>,
  id: string,
): Layer[] {
  const path: Layer[] = [];
  for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) {
    const layer = layers.get(at);
    if (layer !== undefined && layer.type !== 'CANVAS') path.unshift(layer);
  }
  return path;
}
