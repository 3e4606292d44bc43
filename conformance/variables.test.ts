import { expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import {
  alias,
  black,
  boundNode,
  brand,
  create,
  pageOf,
  remove,
  theme,
  themeFile,
  value,
  variablesFile,
  variablesOf,
  white,
} from './harness/variables-file.ts';
import { createWorld } from './harness/world.ts';

const scoped = (name: string, scopes: readonly string[]) => ({ name, token: name, scopes });

onEachEngine('Access to variables', (engine) => {
  it('[VAR-01, VAR-05, VAR-27, VAR-29, PUB-01, SCOPE-08] members may read, and editors may write', async () => {
    const tokens = {
      bob: [
        scoped('bob-reads', ['file_variables:read']),
        scoped('bob-writes', ['file_variables:write']),
        scoped('bob-files', ['file_content:read']),
      ],
    };
    const world = await createWorld(engine, cast({ files: [fileOf('main', undefined)], tokens }));
    const file = variablesOf(world);
    for (const which of ['local', 'published'] as const) {
      for (const as of ['alice', 'bob', 'carla', 'bob-reads']) {
        expect([as, (await file.read(which, as)).status]).toEqual([as, 200]);
      }
      for (const as of ['bob-writes', 'bob-files']) {
        expectError(await file.read(which, as), 403, /^Invalid scope$/);
      }
    }
    for (const as of ['alice', 'bob', 'bob-writes']) {
      const body = { variableCollections: [create(`of ${as}`)] };
      expect([as, (await file.post(body, as)).status]).toEqual([as, 200]);
    }
    const body = { variableCollections: [create('theme')] };
    for (const as of ['bob-reads', 'bob-files'])
      expectError(await file.post(body, as), 403, /^Invalid scope$/);
    expectError(await file.post(body, 'carla'), 403, /^Insufficient file permissions$/);
    expectError(await file.post(body, 'dan'), 404);
  });

  it('[VAR-02, VAR-03, VAR-04, VAR-30, ERR-02, ERR-12, SCOPE-16] each refusal has its message', async () => {
    const guest = (who: object) => ({ ...who, role: 'guest' });
    const base = cast({
      files: [fileOf('main', undefined), fileOf('jam', undefined, { editor_type: 'figjam' })],
      tokens: { alice: [scoped('alice-files', ['file_content:read'])] },
    });
    const users = (base.users ?? []).map((user) =>
      'id' in user && user.id === people.bob ? guest(user) : user,
    );
    const world = await createWorld(engine, { ...base, users });
    const file = variablesOf(world);
    const body = { variableCollections: [create('theme')] };
    const jam = variablesOf(world, 'jam');
    const messages = async (answers: readonly Promise<{ status: number; json: { message: string } }>[]) =>
      (await Promise.all(answers)).map(({ status, json }) => [status, json.message]);
    const poor = variablesOf(
      await createWorld(engine, cast({ files: [fileOf('main', undefined)], plan: 'organization' })),
    );
    expect(
      await messages([
        poor.read('local'),
        poor.read('published'),
        poor.post(body),
        file.read('local', 'bob'),
        file.read('published', 'bob'),
        file.post(body, 'bob'),
        file.read('local', 'alice-files'),
        file.post(body, 'alice-files'),
        file.post(body, 'carla'),
        jam.post(body),
      ]),
    ).toEqual([
      ...Array(3).fill([403, 'Limited by plan']),
      ...Array(3).fill([403, 'Incorrect account type']),
      ...Array(2).fill([403, 'Invalid scope']),
      [403, 'Insufficient file permissions'],
      [403, 'API only available for design files'],
    ]);
    expect((await jam.read('local')).status).toBe(200);
  });

  it('[VAR-10, VAR-31, VAR-33, PUB-10] a missing token, a wrong one and an unknown file get different answers', async () => {
    const { file } = await themeFile(engine);
    const { world } = file;
    for (const which of ['local', 'published'] as const) {
      const path = `/v1/files/${file.key}/variables/${which}`;
      expectError(await file.read(which, null), 401);
      const wrong = { as: null, headers: { 'x-service-token': 'nobody' } };
      expectError(await world.call('GET', path, wrong), 403, /Invalid token/);
      expectError(await world.get(`/v1/files/unknown/variables/${which}`), 404);
      expectError(await world.get(`/v1/files/%zz/variables/${which}`), 400);
      const twice = { headers: { authorization: `Bearer ${world.token('alice')}` } };
      expectError(await world.call('GET', path, twice), 400, /token/i);
    }
    const post = (key: string, options: object) =>
      world.call('POST', `/v1/files/${key}/variables`, { body: theme, ...options });
    expectError(await post(file.key, { as: null }), 403);
    const wrong = { as: null, headers: { 'x-service-token': 'nobody' } };
    expectError(await post(file.key, wrong), 403, /Invalid token/);
    expectError(await post('unknown', {}), 404);
    expectError(await post('%zz', {}), 400);
  });

  it('[VAR-09, VAR-34] a branch has variables of its own from when it was made', async () => {
    const { file, ids } = await themeFile(engine);
    const { world } = file;
    const path = `/workspace/v1/files/${file.key}/branches`;
    const made = await world.call('POST', path, { as: 'alice-push', body: { name: 'Idea' } });
    const read = async (key: string) => (await world.get(`/v1/files/${key}/variables/local`)).json.meta;
    const { key } = made.json;
    expect(await read(key)).toEqual(await file.local());
    const body = { variableModeValues: [value(ids.size, ids.light, 7)] };
    const changed = await world.call('POST', `/v1/files/${key}/variables`, { body });
    expect(changed.status).toBe(200);
    const sizeIn = (meta: { variables: Record<string, { valuesByMode: object }> }) =>
      meta.variables[ids.size ?? '']?.valuesByMode;
    expect(sizeIn(await read(key))).toMatchObject({ [ids.light ?? '']: 7 });
    expect(sizeIn(await file.local())).toMatchObject({ [ids.light ?? '']: 0 });
  });
});

const variableFields = {
  id: expect.stringMatching(/^VariableID:\d+:\d+$/),
  name: expect.any(String),
  key: expect.stringMatching(/^[0-9a-f]{40}$/),
  remote: false,
  description: '',
  variableCollectionId: expect.stringMatching(/^VariableCollectionId:\d+:\d+$/),
  resolvedType: expect.stringMatching(/^(BOOLEAN|FLOAT|STRING|COLOR)$/),
  hiddenFromPublishing: false,
  valuesByMode: expect.any(Object),
  scopes: ['ALL_SCOPES'],
  codeSyntax: {},
};

onEachEngine('Local variables', (engine) => {
  it('[VAR-06, VAR-07, VAR-11, VAR-12, VAR-14, VAR-15, VAR-16] have an envelope, maps by id and all fields', async () => {
    const empty = await variablesFile(engine);
    const nothing = { status: 200, error: false, meta: { variables: {}, variableCollections: {} } };
    expect((await empty.read('local')).json).toEqual(nothing);
    const { file, ids } = await themeFile(engine);
    const { json } = await file.read('local');
    expect(Object.keys(json)).toEqual(['status', 'error', 'meta']);
    const { variables, variableCollections } = json.meta;
    expect(Object.keys(variables)).toEqual(theme.variables.map(({ id }) => ids[id]));
    for (const [id, found] of Object.entries<Record<string, unknown>>(variables)) {
      expect(found).toEqual(variableFields);
      expect(found.id).toBe(id);
    }
    expect(Object.keys(variableCollections)).toEqual([ids.theme]);
    const types = theme.variables.map(({ id }) => variables[ids[id] ?? ''].resolvedType);
    expect(types).toEqual(['FLOAT', 'FLOAT', 'STRING', 'COLOR', 'COLOR', 'BOOLEAN']);
  });

  it('[VAR-22, VAR-23, VAR-24, VAR-25] have collections with all fields, their modes, and variables in order', async () => {
    const { file, ids } = await themeFile(engine);
    const { variableCollections } = await file.local();
    expect(variableCollections[ids.theme ?? '']).toEqual({
      id: ids.theme,
      name: 'theme',
      key: expect.stringMatching(/^[0-9a-f]{40}$/),
      remote: false,
      hiddenFromPublishing: false,
      isExtension: false,
      deletedButReferenced: false,
      modes: [
        { modeId: ids.light, name: 'Light' },
        { modeId: ids.dark, name: 'dark' },
      ],
      defaultModeId: ids.light,
      variableIds: theme.variables.map(({ id }) => ids[id]),
    });
    for (const id of [ids.light, ids.dark]) expect(id).toMatch(/^\d+:\d+$/);
  });

  it('[VAR-13, VAR-18, VAR-19] keep a value of each type for each mode', async () => {
    const { file, ids } = await themeFile(engine);
    const { light, dark, size, title, ink, paper, shown, gap } = ids;
    const half = { r: 0.1, g: 0.25, b: 1, a: 0.5 };
    await file.change({
      variableModeValues: [
        value(size, light, 1.5),
        value(size, dark, -3e-7),
        value(gap, light, alias(size)),
        value(title, light, 'Grüße 👋'),
        value(title, dark, ''),
        value(ink, light, { r: 0, g: 0, b: 0 }),
        value(ink, dark, half),
        value(paper, light, alias(ink)),
        value(paper, dark, { color: alias(ink), opacity: 0.5 }),
        value(shown, light, false),
        value(shown, dark, true),
      ],
    });
    const { variables } = await file.local();
    const valuesOf = (id = '') => [
      variables[id].valuesByMode[light ?? ''],
      variables[id].valuesByMode[dark ?? ''],
    ];
    expect(valuesOf(size)).toEqual([1.5, -3e-7]);
    expect(valuesOf(gap)).toEqual([{ type: 'VARIABLE_ALIAS', id: size }, 0]);
    expect(valuesOf(title)).toEqual(['Grüße 👋', '']);
    expect(valuesOf(ink)).toEqual([black, half]);
    expect(valuesOf(paper)).toEqual([alias(ink), { color: alias(ink), opacity: 0.5 }]);
    expect(valuesOf(shown)).toEqual([false, true]);
    for (const { valuesByMode } of Object.values<{ valuesByMode: object }>(variables))
      expect(Object.keys(valuesByMode)).toEqual([light, dark]);
  });

  it('[VAR-17] keep names in code by platform', async () => {
    const { file, ids } = await themeFile(engine);
    const codeSyntax = { WEB: 'var(--size)', ANDROID: 'R.dimen.size', iOS: 'Size.standard' };
    const update = (given: object) => ({
      variables: [{ action: 'UPDATE', id: ids.size, codeSyntax: given }],
    });
    const read = async () => (await file.local()).variables[ids.size ?? ''].codeSyntax;
    await file.change(update(codeSyntax));
    expect(await read()).toEqual(codeSyntax);
    await file.change(update({ WEB: 'x' }));
    expect(await read()).toEqual({ WEB: 'x' });
  });

  it('[VAR-21, VAR-26] keep what is deleted, marked, while something refers to it', async () => {
    const { file, ids } = await themeFile(engine);
    const flags = async (...names: readonly string[]) => {
      const { variables, variableCollections } = await file.local();
      const things = names.map((name) => variables[ids[name] ?? ''] ?? variableCollections[ids[name] ?? '']);
      return things.map((thing) => thing?.deletedButReferenced);
    };
    await file.push(pageOf(boundNode(ids.size)));
    await file.change({ variableModeValues: [value(ids.paper, ids.light, alias(ids.ink))] });
    for (const name of ['size', 'ink', 'gap']) await file.remove(ids[name] ?? '');
    expect(await flags('size', 'ink', 'gap', 'paper')).toEqual([true, true, undefined, undefined]);
    const { variableIds } = (await file.local()).variableCollections[ids.theme ?? ''];
    expect(variableIds).toEqual([ids.title, ids.paper, ids.shown]);
    await file.refused({ variableModeValues: [value(ids.size, ids.light, 1)] }, /deleted/);
    const late = value(ids.paper, ids.dark, alias(ids.ink));
    await file.refused({ variableModeValues: [late] }, /alias to a variable that was deleted/);

    await file.change({ variableCollections: [remove(ids.theme)] });
    expect(await flags('theme', 'size', 'title')).toEqual([true, true, undefined]);
    await file.push(pageOf());
    expect(await file.local()).toEqual({ variables: {}, variableCollections: {} });
  });
});

onEachEngine('A workspace file', (engine) => {
  it('brings variables and takes the answer of getLocalVariables as it is', async () => {
    const { file, ids } = await themeFile(engine);
    await file.change({ ...brand(ids), variableModeValues: [value(ids.ink, 'brandDark', white)] });
    const answer = (await file.read('local')).json;
    const given = [fileOf('copy', undefined, { variables: answer })];
    const copy = variablesOf(await createWorld(engine, cast({ files: given })), 'copy');
    expect((await copy.read('local')).json).toEqual(answer);
  });
});
