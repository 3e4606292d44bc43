import { expect, it } from 'vitest';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import {
  create,
  remove,
  themeFile,
  update,
  value,
  variable,
  type variablesFile,
} from './harness/variables-file.ts';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

onEachEngine('Published variables', (engine) => {
  /** Two publishes never fall on one millisecond of the clock. */
  const laterPublish = async (file: Awaited<ReturnType<typeof variablesFile>>) => {
    const before = Date.now();
    while (Date.now() === before);
    await file.publish();
    return file.published();
  };

  it('[PUB-01, PUB-02, PUB-03, PUB-04] are maps by id, collections without modes', async () => {
    const { file, ids } = await themeFile(engine);
    const nothing = { status: 200, error: false, meta: { variables: {}, variableCollections: {} } };
    expect((await file.read('published')).json).toEqual(nothing);
    await file.publish();
    const local = await file.local();
    const { json } = await file.read('published');
    expect(json).toMatchObject({ status: 200, error: false });
    const { variables, variableCollections } = json.meta;
    expect(Object.keys(variables).sort()).toEqual(Object.keys(local.variables).sort());
    for (const [id, { name, key, resolvedType }] of Object.entries<Record<string, string>>(local.variables)) {
      expect(variables[id]).toEqual({
        id,
        name,
        key,
        variableCollectionId: ids.theme,
        resolvedType,
        resolvedDataType: resolvedType,
        subscribed_id: expect.stringMatching(new RegExp(`^VariableID:${key}/\\d+:\\d+$`)),
        updatedAt: expect.stringMatching(isoTime),
      });
    }
    const { key } = local.variableCollections[ids.theme ?? ''];
    expect(variableCollections).toEqual({
      [ids.theme ?? '']: {
        id: ids.theme,
        name: 'theme',
        key,
        subscribed_id: expect.stringMatching(new RegExp(`^VariableCollectionId:${key}/\\d+:\\d+$`)),
        updatedAt: expect.stringMatching(isoTime),
      },
    });
  });

  it('[PUB-05, PUB-06, PUB-07, PUB-08] change at a publish, and only what changed itself', async () => {
    const { file, ids } = await themeFile(engine);
    const theme = ids.theme ?? '';
    const [size, gap] = [ids.size ?? '', ids.gap ?? ''];
    const { other, alone } = await file.change({
      variableCollections: [create('other')],
      variables: [variable('alone', 'FLOAT', 'other')],
    });
    const first = await laterPublish(file);
    expect(await laterPublish(file)).toEqual(first);

    await file.change({ variableModeValues: [value(size, ids.light, 5)] });
    expect(await file.published()).toEqual(first);
    const second = await laterPublish(file);
    const unchanged = ({ id, key }: { id: string; key: string }) => ({ id, key });
    expect(unchanged(second.variables[size])).toEqual(unchanged(first.variables[size]));
    expect(unchanged(second.variableCollections[theme])).toEqual(unchanged(first.variableCollections[theme]));
    expect(second.variables[size].subscribed_id).not.toBe(first.variables[size].subscribed_id);
    expect(second.variables[size].updatedAt > first.variables[size].updatedAt).toBe(true);
    for (const id of [gap, alone ?? '']) expect(second.variables[id]).toEqual(first.variables[id]);
    expect(second.variableCollections[theme].updatedAt).toBe(second.variables[size].updatedAt);
    expect(second.variableCollections[other ?? '']).toEqual(first.variableCollections[other ?? '']);

    await file.change({ variableCollections: [update(theme, { name: 'Colours' })] });
    const third = await laterPublish(file);
    expect(third.variableCollections[theme].name).toBe('Colours');
    expect(third.variableCollections[theme].subscribed_id).not.toBe(
      second.variableCollections[theme].subscribed_id,
    );
    expect(third.variables).toEqual(second.variables);
  });

  it('[PUB-07, PUB-08] show a deletion by the time of the collection', async () => {
    const { file, ids } = await themeFile(engine);
    const first = await laterPublish(file);
    await file.change({ variables: [remove(ids.gap)] });
    const second = await laterPublish(file);
    expect(second.variables[ids.gap ?? '']).toBeUndefined();
    const [before, after] = [first, second].map((meta) => meta.variableCollections[ids.theme ?? '']);
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(after.subscribed_id).not.toBe(before.subscribed_id);
  });

  it('[VAR-40, VAR-51] leave out what is hidden, alone or with its collection', async () => {
    const { file, ids } = await themeFile(engine);
    const made = await file.change({
      variableCollections: [create('secret', { hiddenFromPublishing: true })],
      variables: [
        variable('whisper', 'FLOAT', 'secret'),
        variable('hush', 'FLOAT', ids.theme, { hiddenFromPublishing: true }),
      ],
    });
    const local = await file.local();
    expect(local.variableCollections[made.secret ?? ''].hiddenFromPublishing).toBe(true);
    expect(local.variables[made.hush ?? ''].hiddenFromPublishing).toBe(true);
    await file.publish();
    const published = await file.published();
    expect(Object.keys(published.variableCollections)).toEqual([ids.theme]);
    for (const id of [made.whisper, made.hush]) expect(published.variables[id ?? '']).toBeUndefined();
    await file.change({
      variableCollections: [update(made.secret, { hiddenFromPublishing: false })],
      variables: [update(ids.size, { hiddenFromPublishing: true })],
    });
    await file.publish();
    const later = await file.published();
    expect(Object.keys(later.variableCollections).sort()).toEqual([ids.theme, made.secret].sort());
    expect([later.variables[made.whisper ?? '']?.name, later.variables[ids.size ?? '']]).toEqual([
      'whisper',
      undefined,
    ]);
  });

  it('[PUB-09] belong to a main file, not to a branch', async () => {
    const { file } = await themeFile(engine);
    const { world } = file;
    const branches = `/workspace/v1/files/${file.key}/branches`;
    const { key } = (await world.call('POST', branches, { as: 'alice-push', body: { name: 'Idea' } })).json;
    expectError(await world.get(`/v1/files/${key}/variables/published`), 400, /branch/);
    const publish = await world.call('POST', `/workspace/v1/files/${key}/publish`, {
      as: 'alice-push',
      body: {},
    });
    expectError(publish, 400, /branch/);
  });
});
