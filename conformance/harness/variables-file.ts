import { expect } from 'vitest';
import { cast, fileOf } from './cast.ts';
import type { Answer } from './client.ts';
import { expectError } from './error-checks.ts';
import type { Engine } from './global-setup.ts';
import { createWorld, type World } from './world.ts';

/** Temporary id to real id. */
export type Ids = Readonly<Record<string, string>>;

/** The variables of one file, changed and read as a caller does. */
export interface VariablesFile {
  readonly world: World;
  readonly key: string;
  post(body: unknown, as?: string | null): Promise<Answer>;
  /** Changes that must be taken; answers the real ids. */
  change(body: object, as?: string): Promise<Ids>;
  /** Changes that must be refused with 400, leaving everything as it was. */
  refused(body: unknown, ...words: readonly (string | RegExp)[]): Promise<void>;
  read(which: 'local' | 'published', as?: string | null): Promise<Answer>;
  /** `meta` of getLocalVariables. */
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers freely
  local(as?: string): Promise<any>;
  /** `meta` of getPublishedVariables. */
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers freely
  published(): Promise<any>;
  /** Publishes the file as a library. */
  publish(): Promise<Answer>;
  /** Makes a file answer the content of the file. */
  push(content: object): Promise<void>;
  /** Deletes a variable as the editor does. */
  remove(variableId: string): Promise<Answer>;
}

export function variablesOf(world: World, name = 'main'): VariablesFile {
  const key = world.id(name);
  const path = `/v1/files/${key}/variables`;
  const own = `/workspace/v1/files/${key}`;
  const asEditor = async (method: string, to: string, body?: object): Promise<Answer> => {
    const answer = await world.call(method, own + to, { as: 'alice-push', body });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer;
  };
  const file: VariablesFile = {
    world,
    key,
    post: (body, as = 'alice') => world.call('POST', path, { as, body }),
    change: async (body, as) => {
      const answer = await file.post(body, as);
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      return answer.json.meta.tempIdToRealId;
    },
    refused: async (body, ...words) => {
      const before = await file.read('local');
      expectError(await file.post(body), 400, ...words);
      expect((await file.read('local')).text).toBe(before.text);
    },
    read: (which, as = 'alice') => world.call('GET', `${path}/${which}`, { as }),
    local: async (as) => (await file.read('local', as)).json.meta,
    published: async () => (await file.read('published')).json.meta,
    publish: () => asEditor('POST', '/publish', {}),
    push: async (content) => void (await asEditor('PUT', '/content', content)),
    remove: (id) => asEditor('DELETE', `/variables/${encodeURIComponent(id)}`),
  };
  return file;
}

/** A file without content in a world of its own. */
export async function variablesFile(engine: Engine): Promise<VariablesFile> {
  return variablesOf(await createWorld(engine, cast({ files: [fileOf('main', undefined)] })));
}

/** The same with the theme in it. */
export async function themeFile(engine: Engine): Promise<{ file: VariablesFile; ids: Ids }> {
  const file = await variablesFile(engine);
  return { file, ids: await file.change(theme) };
}

export const create = (id: string, more: object = {}) => ({ action: 'CREATE', id, name: id, ...more });
export const update = (id: string | undefined, more: object = {}) => ({ action: 'UPDATE', id, ...more });
export const remove = (id: string | undefined, more: object = {}) => ({ action: 'DELETE', id, ...more });
export const variable = (id: string, resolvedType = 'FLOAT', collection = 'theme', more: object = {}) =>
  create(id, { resolvedType, variableCollectionId: collection, ...more });
export const value = (variableId: string | undefined, modeId: string | undefined, given: unknown) => ({
  variableId,
  modeId,
  value: given,
});
export const alias = (id: string | undefined) => ({ type: 'VARIABLE_ALIAS', id });

export const black = { r: 0, g: 0, b: 0, a: 1 };
export const white = { r: 1, g: 1, b: 1, a: 1 };

/** Collection `theme` with the modes `light` and `dark`, and a variable or two of each type. */
export const theme = {
  variableCollections: [create('theme', { initialModeId: 'light' })],
  variableModes: [
    update('light', { name: 'Light', variableCollectionId: 'theme' }),
    create('dark', { variableCollectionId: 'theme' }),
  ],
  variables: [
    variable('size'),
    variable('gap'),
    variable('title', 'STRING'),
    variable('ink', 'COLOR'),
    variable('paper', 'COLOR'),
    variable('shown', 'BOOLEAN'),
  ],
};

/** `brand` extends the theme, with its modes named `brandLight` and `brandDark`. */
export const brand = (ids: Ids) => ({
  variableCollections: [
    create('brand', {
      parentVariableCollectionId: ids.theme,
      initialModeIdToParentModeIdMapping: { [ids.light ?? '']: 'brandLight', [ids.dark ?? '']: 'brandDark' },
    }),
  ],
});

/** A page with these nodes. */
export const pageOf = (...nodes: readonly object[]) => ({
  document: {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [{ id: '0:1', name: 'Page 1', type: 'CANVAS', children: nodes }],
  },
  components: {},
  componentSets: {},
  styles: {},
});

/** A rectangle whose corners are bound to a variable. */
export const boundNode = (id: string | undefined, nodeId = '1:1') => ({
  id: nodeId,
  name: 'Box',
  type: 'RECTANGLE',
  fills: [],
  boundVariables: { rectangleCornerRadii: { RECTANGLE_TOP_LEFT_CORNER_RADIUS: alias(id) } },
});

/** A text whose characters are bound to a variable. */
export const boundText = (id: string | undefined, fontFamily: string, nodeId = '1:2') => ({
  id: nodeId,
  name: 'Text',
  type: 'TEXT',
  characters: 'Hello',
  fills: [],
  style: { fontFamily, fontSize: 12 },
  boundVariables: { characters: alias(id) },
});
