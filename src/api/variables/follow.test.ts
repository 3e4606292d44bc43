import { expect, it } from 'vitest';
import { castServer, files } from '../../testing/cast.ts';

const { play } = castServer();
const key = files.open;
const change = `POST /v1/files/${key}/variables`;
const ink = { r: 0, g: 0, b: 0, a: 1 };
const light = { r: 1, g: 1, b: 1, a: 1 };

const makeTheme = {
  variableCollections: [{ action: 'CREATE', id: 'theme', name: 'Theme', initialModeId: 'light' }],
  variableModes: [{ action: 'CREATE', id: 'dark', name: 'Dark', variableCollectionId: 'theme' }],
  variables: [
    { action: 'CREATE', id: 'paper', name: 'paper', variableCollectionId: 'theme', resolvedType: 'COLOR' },
    { action: 'CREATE', id: 'back', name: 'back', variableCollectionId: 'theme', resolvedType: 'COLOR' },
  ],
  variableModeValues: [
    { variableId: 'paper', modeId: 'light', value: light },
    { variableId: 'paper', modeId: 'dark', value: ink },
    { variableId: 'back', modeId: 'light', value: { type: 'VARIABLE_ALIAS', id: 'paper' } },
    { variableId: 'back', modeId: 'dark', value: { type: 'VARIABLE_ALIAS', id: 'paper' } },
  ],
};

const frame = (id: string, variable: string, modes: object) => ({
  id,
  name: id,
  type: 'FRAME',
  ...modes,
  absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 10 },
  fills: [
    {
      type: 'SOLID',
      color: light,
      boundVariables: { color: { type: 'VARIABLE_ALIAS', id: variable } },
    },
  ],
  children: [],
});

it('gives nodes new values in a new version, by the modes around them, and leaves the versions before', async () => {
  const { tempIdToRealId: ids } = (await play('admin', change, makeTheme)).json.meta;
  const dark = { explicitVariableModes: { [ids.theme]: ids.dark } };
  const page = {
    id: '0:1',
    name: 'Page',
    type: 'CANVAS',
    children: [frame('1:1', ids.back, {}), frame('1:2', ids.back, dark)],
  };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  const put = await play('admin', `PUT /workspace/v1/files/${key}/content`, { document });
  expect(put.status).toBe(200);
  const pushed = (await play('admin', `GET /v1/files/${key}`)).json;
  const colours = (file: { document: { children: (typeof page)[] } }) =>
    file.document.children[0]?.children.map(({ fills }) => fills[0]?.color.r);
  expect(colours(pushed)).toEqual([1, 1]);

  const values = (modeId: string, r: number) => ({
    variableModeValues: [{ variableId: ids.paper, modeId, value: { r, g: 0, b: 0, a: 1 } }],
  });
  expect((await play('admin', change, values(ids.light, 0.25))).status).toBe(200);
  const second = (await play('admin', `GET /v1/files/${key}`)).json;
  expect(colours(second)).toEqual([0.25, 1]);
  expect((await play('admin', change, values(ids.dark, 0.5))).status).toBe(200);
  const third = (await play('admin', `GET /v1/files/${key}`)).json;
  expect(colours(third)).toEqual([0.25, 0.5]);

  const at = async (version: string) =>
    colours((await play('admin', `GET /v1/files/${key}?version=${version}`)).json);
  expect(await at(pushed.version)).toEqual([1, 1]);
  expect(await at(second.version)).toEqual([0.25, 1]);
  const { versions } = (await play('admin', `GET /v1/files/${key}/versions`)).json;
  expect(versions.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual([
    third.version,
    second.version,
    pushed.version,
  ]);
});

it('makes no version where nothing of the document changes', async () => {
  const { version } = (await play('admin', `GET /v1/files/${key}`)).json;
  const unused = {
    variableCollections: [{ action: 'CREATE', id: 'more', name: 'More', initialModeId: 'only' }],
    variables: [
      { action: 'CREATE', id: 'gap', name: 'gap', variableCollectionId: 'more', resolvedType: 'FLOAT' },
    ],
  };
  expect((await play('admin', change, unused)).status).toBe(200);
  expect((await play('admin', `GET /v1/files/${key}`)).json.version).toBe(version);
});

it('takes new content and changes of variables at the same time', async () => {
  const { tempIdToRealId: ids } = (await play('admin', change, makeTheme)).json.meta;
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [frame('1:1', ids.back, {})] };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  const red = (r: number) => {
    const value = { r, g: 0, b: 0, a: 1 };
    return play('admin', change, {
      variableModeValues: [{ variableId: ids.paper, modeId: ids.light, value }],
    });
  };
  const calls = Array.from({ length: 16 }, (_, index) =>
    index % 2 === 0
      ? play('admin', `PUT /workspace/v1/files/${key}/content`, { document })
      : red(index / 100),
  );
  for (const { status, text } of await Promise.all(calls)) expect([status, text]).toEqual([200, text]);
  await red(0.5);
  const file = (await play('admin', `GET /v1/files/${key}`)).json;
  expect(file.document.children[0].children[0].fills[0].color.r).toBe(0.5);
});
