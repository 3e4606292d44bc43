import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';

export type Standing = Answer<'GET /workspace/v1/files/{file_key}/library'>;

/** When the file was published, what changed since, and what it uses itself. */
export const standingQuery = (file: string) =>
  queryOptions({
    queryKey: ['library', file],
    queryFn: () => call('GET /workspace/v1/files/{file_key}/library', { path: { file_key: file } }),
  });

/** What libraries offer. */
export type Kind = 'component' | 'style' | 'variable';

/** A thing that the library offers, as its table shows it. */
export interface Offered {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** What it stands in, or what kind of thing it is. */
  readonly place: string;
  /** Absent where nothing of it can be drawn. */
  readonly picture?: string;
  /** Absent for what is no node. */
  readonly node?: string;
}

export const offeredQuery = (file: string, kind: Kind) =>
  queryOptions({ queryKey: ['library', file, kind], queryFn: () => readers[kind](file) });

const readers: Readonly<Record<Kind, (file: string) => Promise<readonly Offered[]>>> = {
  component: async (file) => {
    const path = { file_key: file };
    const [sets, components] = await Promise.all([
      call('GET /v1/files/{file_key}/component_sets', { path }),
      call('GET /v1/files/{file_key}/components', { path }),
    ]);
    return [
      ...sets.meta.component_sets.map((set) => ({ ...offered(set), place: frameOf(set, 'Component set') })),
      ...components.meta.components
        .filter((component) => setOf(component) === undefined)
        .map((component) => ({ ...offered(component), place: frameOf(component, 'Component') })),
    ];
  },
  style: async (file) => {
    const { meta } = await call('GET /v1/files/{file_key}/styles', { path: { file_key: file } });
    return meta.styles.map(({ key, name, description, style_type: type }) => ({
      key,
      name,
      description,
      place: styleNames[type] ?? type,
    }));
  },
  variable: async (file) => {
    const { meta } = await call('GET /v1/files/{file_key}/variables/published', { path: { file_key: file } });
    return Object.values(meta.variables).map(({ key, name, variableCollectionId }) => ({
      key,
      name,
      description: '',
      place: meta.variableCollections[variableCollectionId]?.name ?? '',
    }));
  },
};

const styleNames: Readonly<Record<string, string>> = {
  FILL: 'Color',
  TEXT: 'Text',
  EFFECT: 'Effect',
  GRID: 'Grid',
};

interface Asset {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly node_id: string;
  readonly thumbnail_url?: string;
  readonly containing_frame?: unknown;
}

const offered = ({ key, name, description, node_id: node, thumbnail_url: picture }: Asset) => ({
  key,
  name,
  description,
  node,
  ...(picture === undefined ? {} : { picture }),
});

interface Frame {
  readonly name?: string;
  readonly pageName?: string;
  readonly containingComponentSet?: { readonly name?: string };
}

const setOf = ({ containing_frame: frame }: Asset) => (frame as Frame | undefined)?.containingComponentSet;

function frameOf({ containing_frame: frame }: Asset, otherwise: string): string {
  const { name, pageName } = (frame as Frame | undefined) ?? {};
  return [pageName, name].filter((part) => part !== undefined).join(' / ') || otherwise;
}

/** How often a thing is used. */
export interface Usage {
  readonly usages: number;
  /** Of a set those of the variant that is in most: which of them are the same is not told. */
  readonly files: number;
  /** In the weeks that are told of. */
  readonly insertions: number;
}

const unused: Usage = { usages: 0, files: 0, insertions: 0 };

/** Pages of numbers that are read at the most, of a thousand things each. */
const mostPages = 20;

async function allRows<Row>(
  page: (
    cursor: string | undefined,
  ) => Promise<{ rows: readonly unknown[]; cursor?: string; next_page: boolean }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer = await page(cursor);
    for (const row of answer.rows as Row[]) rows.push(row);
    cursor = answer.cursor;
    if (!answer.next_page || cursor === undefined) break;
  }
  return rows;
}

const routes = {
  component: {
    usages: 'GET /v1/analytics/libraries/{file_key}/component/usages',
    actions: 'GET /v1/analytics/libraries/{file_key}/component/actions',
  },
  style: {
    usages: 'GET /v1/analytics/libraries/{file_key}/style/usages',
    actions: 'GET /v1/analytics/libraries/{file_key}/style/actions',
  },
  variable: {
    usages: 'GET /v1/analytics/libraries/{file_key}/variable/usages',
    actions: 'GET /v1/analytics/libraries/{file_key}/variable/actions',
  },
} as const;

const numbers = <Row>(file: string, kind: Kind, what: 'usages' | 'actions', group: string): Promise<Row[]> =>
  allRows((cursor) =>
    call(routes[kind][what], {
      path: { file_key: file },
      query: { group_by: group, ...(cursor === undefined ? {} : { cursor }) } as never,
    }),
  );

/** How often each thing of a kind is used, and was inserted lately. */
export const usagesQuery = (file: string, kind: Kind) =>
  queryOptions({
    queryKey: ['library', file, kind, 'usages'],
    queryFn: async () => {
      const used = new Map<string, Usage>();
      for (const row of await numbers<Numbers>(file, kind, 'usages', kind)) addTo(used, row, kind);
      for (const row of await numbers<Numbers>(file, kind, 'actions', kind)) addTo(used, row, kind);
      return used;
    },
  });

type Numbers = Readonly<Record<string, string>> & {
  readonly usages?: number;
  readonly files_using?: number;
  readonly insertions?: number;
};

/** Adds the numbers of a thing to its own, and those of a variant to those of its set. */
function addTo(used: Map<string, Usage>, row: Numbers, kind: Kind): void {
  for (const key of [row[`${kind}_key`], row[`${kind}_set_key`]]) {
    if (key === undefined) continue;
    const { usages, files, insertions } = used.get(key) ?? unused;
    used.set(key, {
      usages: usages + (row.usages ?? 0),
      files: Math.max(files, row.files_using ?? 0),
      insertions: insertions + (row.insertions ?? 0),
    });
  }
}

export interface UsingFile {
  readonly file_name: string;
  readonly team_name: string;
  readonly usages: number;
}

/** The files that use things of a kind. */
export const usingFilesQuery = (file: string, kind: Kind) =>
  queryOptions({
    queryKey: ['library', file, kind, 'files'],
    queryFn: () => numbers<UsingFile>(file, kind, 'usages', 'file'),
  });
