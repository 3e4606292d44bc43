import { expect, it } from 'vitest';
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
      ...{ kind: 'changed', id: ids.v, name: 'Gap', type: 'VARIABLE', path: ['Colours'] },
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
