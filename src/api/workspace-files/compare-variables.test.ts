import { describe, expect, it } from 'vitest';
import { type Actor, castServer, files } from '../../testing/cast.ts';

const { play } = castServer();

it('A comparison with a branch tells which variables are others there, to those who may read them', async () => {
  const collection = { action: 'CREATE', id: 'c', name: 'Colours', initialModeId: 'm' };
  const gap = { action: 'CREATE', id: 'v', name: 'Gap', variableCollectionId: 'c', resolvedType: 'FLOAT' };
  const { tempIdToRealId: ids } = (
    await play('admin', `POST /v1/files/${files.open}/variables`, {
      variableCollections: [collection],
      variables: [gap],
      variableModeValues: [{ variableId: 'v', modeId: 'm', value: 8 }],
    })
  ).json.meta;
  const { key } = (await play('alice', `POST /workspace/v1/files/${files.open}/branches`, { name: 'Idea' }))
    .json;
  const { status } = await play('admin', `POST /v1/files/${key}/variables`, {
    variables: [
      { action: 'CREATE', id: 'w', name: 'Wide', variableCollectionId: ids.c, resolvedType: 'FLOAT' },
    ],
    variableModeValues: [{ variableId: ids.v, modeId: ids.m, value: 12 }],
  });
  expect(status).toBe(200);
  const diff = async (who: Actor, more = '') =>
    (await play(who, `GET /workspace/v1/files/${files.open}/diff?from=${files.open}&to=${key}${more}`)).json;
  const { summary, changes } = await diff('alice');
  expect(summary).toEqual({ added: 1, removed: 0, moved: 0, changed: 1 });
  expect(changes).toEqual([
    {
      kind: 'changed',
      id: ids.v,
      name: 'Gap',
      type: 'VARIABLE',
      path: ['Colours'],
      properties: [{ property: 'valuesByMode', before: { [ids.m]: 8 }, after: { [ids.m]: 12 } }],
    },
    expect.objectContaining({ kind: 'added', name: 'Wide', type: 'VARIABLE', properties: [] }),
  ]);
  const first = await diff('alice', '&page_size=1');
  const second = await diff('alice', `&page_size=1&cursor=${first.next_cursor}`);
  expect([first.changes.length, second.changes, second.next_cursor]).toEqual([1, [changes[1]], undefined]);
  await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
  await play('alice', `PATCH /workspace/v1/files/${key}`, { link_access: 'view' });
  expect(await diff('dan')).toMatchObject({ summary: { added: 0, changed: 0 }, changes: [] });
});

describe('Versions of one file', () => {
  const key = files.open;
  const post = async (body: object) => {
    const answer = await play('admin', `POST /v1/files/${key}/variables`, body);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.json.meta.tempIdToRealId;
  };
  const newest = async () => (await play('alice', `GET /v1/files/${key}/versions`)).json.versions[0].id;
  const diff = async (from: string, to?: string, who: Actor = 'alice') => {
    const more = to === undefined ? '' : `&to=${to}`;
    const { json } = await play(who, `GET /workspace/v1/files/${key}/diff?from=${from}${more}`);
    return json.changes.map(({ kind, name, type, path, properties }: Record<string, unknown>) => ({
      kind,
      name,
      type,
      path,
      properties: Object.fromEntries(
        (properties as { property: string; before: unknown; after: unknown }[]).map(
          ({ property, before, after }) => [property, [before, after]],
        ),
      ),
    }));
  };
  const value = (variableId: string, modeId: string, given: unknown) => ({
    variableModeValues: [{ variableId, modeId, value: given }],
  });

  it('are compared in their variables too, each as it was then, in both directions', async () => {
    const start = await newest();
    const ids = await post({
      variableCollections: [{ action: 'CREATE', id: 'c', name: 'Spaces', initialModeId: 'm' }],
      variables: ['gap', 'pad'].map((name) => ({
        action: 'CREATE',
        id: name,
        name,
        variableCollectionId: 'c',
        resolvedType: 'FLOAT',
      })),
    });
    const made = await newest();
    await post(value(ids.gap, ids.m, 4));
    const four = await newest();
    await post({
      variableCollections: [{ action: 'UPDATE', id: ids.c, name: 'Room' }],
      variables: [{ action: 'DELETE', id: ids.pad }],
      ...value(ids.gap, ids.m, 8),
    });
    const eight = await newest();
    const gap = (before: number, after: number) => ({
      kind: 'changed',
      name: 'gap',
      type: 'VARIABLE',
      properties: { valuesByMode: [{ [ids.m]: before }, { [ids.m]: after }] },
    });
    expect(await diff(made, four)).toEqual([{ ...gap(0, 4), path: ['Room'] }]);
    expect(await diff(four, made)).toEqual([{ ...gap(4, 0), path: ['Room'] }]);
    expect(await diff(four)).toEqual([
      {
        kind: 'changed',
        name: 'Room',
        type: 'VARIABLE_COLLECTION',
        path: [],
        properties: { name: ['Spaces', 'Room'] },
      },
      { ...gap(4, 8), path: ['Room'] },
      { kind: 'removed', name: 'pad', type: 'VARIABLE', path: ['Room'], properties: {} },
    ]);
    expect((await diff(start, made)).map(({ kind, name }: Record<string, string>) => [kind, name])).toEqual([
      ['added', 'Spaces'],
      ['added', 'gap'],
      ['added', 'pad'],
    ]);
    expect(await diff(eight)).toEqual([]);
    await post(value(ids.gap, ids.m, 4));
    expect(await diff(four)).toHaveLength(2);
    expect(await diff(eight, await newest())).toEqual([{ ...gap(8, 4), path: ['Room'] }]);
  });

  it('tell of variables to those alone who may read them', async () => {
    const start = await newest();
    await post({ variableCollections: [{ action: 'CREATE', name: 'Colours' }] });
    await play('alice', `PATCH /workspace/v1/files/${key}`, { link_access: 'view' });
    expect(await diff(start, undefined, 'alice')).toHaveLength(1);
    expect(await diff(start, undefined, 'dan')).toEqual([]);
  });

  it('are compared over many changes by what changed, however often', async () => {
    const ids = await post({
      variableCollections: [{ action: 'CREATE', id: 'c', name: 'Spaces', initialModeId: 'm' }],
      variables: [
        { action: 'CREATE', id: 'gap', name: 'gap', variableCollectionId: 'c', resolvedType: 'FLOAT' },
      ],
    });
    const versions = [];
    for (let count = 1; count <= 45; count += 1) {
      await post(value(ids.gap, ids.m, count));
      versions.push(await newest());
    }
    const changed = await diff(versions[0] ?? '', versions[29]);
    expect(changed[0].properties).toEqual({ valuesByMode: [{ [ids.m]: 1 }, { [ids.m]: 30 }] });
  });
});
