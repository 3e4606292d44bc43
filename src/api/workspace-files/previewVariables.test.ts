import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type Actor, castServer, files } from '../../testing/cast.ts';

const { play } = castServer();
const key = files.open;

const white = { r: 1, g: 1, b: 1, a: 1 };
const red = { r: 1, g: 0, b: 0, a: 1 };

/** A file with a frame that is as white as its variable. */
async function paperFile() {
  const { tempIdToRealId: ids } = (
    await play('admin', `POST /v1/files/${key}/variables`, {
      variableCollections: [{ action: 'CREATE', id: 'theme', name: 'Theme', initialModeId: 'light' }],
      variables: [
        {
          action: 'CREATE',
          id: 'paper',
          name: 'paper',
          variableCollectionId: 'theme',
          resolvedType: 'COLOR',
        },
      ],
      variableModeValues: [{ variableId: 'paper', modeId: 'light', value: white }],
    })
  ).json.meta;
  const bound = { boundVariables: { color: { type: 'VARIABLE_ALIAS', id: ids.paper } } };
  const frame = {
    id: '1:1',
    name: 'Paper',
    type: 'FRAME',
    children: [],
    absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 10 },
    fills: [{ type: 'SOLID', color: white, ...bound }],
  };
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [frame] };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  await play('admin', `PUT /workspace/v1/files/${key}/content`, { document });
  const value = (variableId: string) => ({
    variableModeValues: [{ variableId, modeId: ids.light, value: red }],
  });
  const preview = (body: object, who: Actor = 'bob') =>
    play(who, `POST /workspace/v1/files/${key}/variables/preview`, body);
  const unchanged = { variableModeValues: [{ variableId: ids.paper, modeId: ids.light, value: white }] };
  return { changes: value(ids.paper), unchanged, unknown: value('VariableID:9:9'), preview };
}

const firstPixel = async (bytes: Uint8Array): Promise<number[]> => {
  const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 4)];
};

it('A preview of variables draws the node as it would be, and leaves the file and its variables as they are', async () => {
  const { changes, unchanged, preview } = await paperFile();
  const state = async () => [
    (await play('admin', `GET /v1/files/${key}`)).json,
    (await play('admin', `GET /v1/files/${key}/variables/local`)).json,
    (await play('admin', `GET /v1/files/${key}/versions`)).json,
  ];
  const before = await state();
  const changed = await preview({ node: '1:1', changes });
  expect([changed.status, await firstPixel(changed.bytes)]).toEqual([200, [255, 0, 0, 255]]);
  const same = await preview({ node: '1:1', changes: unchanged, scale: 2 });
  expect([same.status, await firstPixel(same.bytes)]).toEqual([200, [255, 255, 255, 255]]);
  expect((await sharp(same.bytes).metadata()).width).toBe(20);
  expect(await state()).toEqual(before);
});

it('A preview of variables that do not exist yet is drawn as they would be bound', async () => {
  const { preview, changes } = await paperFile();
  const made = {
    variableCollections: [{ action: 'CREATE', id: 'more', name: 'More', initialModeId: 'one' }],
    variables: [
      { action: 'CREATE', id: 'ink', name: 'ink', variableCollectionId: 'more', resolvedType: 'COLOR' },
    ],
    variableModeValues: [
      { variableId: 'ink', modeId: 'one', value: red },
      { ...changes.variableModeValues[0], value: { type: 'VARIABLE_ALIAS', id: 'ink' } },
    ],
  };
  const answer = await preview({ node: '1:1', changes: made });
  expect([answer.status, await firstPixel(answer.bytes)]).toEqual([200, [255, 0, 0, 255]]);
});

it('A preview of variables is refused as the change would be, and to whom the change would be', async () => {
  const { changes, unknown, preview } = await paperFile();
  const refused = await play('admin', `POST /v1/files/${key}/variables`, unknown);
  const answer = await preview({ node: '1:1', changes: unknown });
  expect([answer.status, answer.json.message]).toEqual([400, refused.json.message]);
  expect((await preview({ node: '1:1', changes }, 'carla')).status).toBe(403);
  expect((await preview({ node: '1:1', changes }, 'dan')).status).toBe(404);
  expect((await preview({ node: '9:9', changes })).status).toBe(404);
  expect((await preview({ node: '1:1' })).status).toBe(400);
  const first = { variableCollections: [{ action: 'CREATE', id: 'a', name: 'A' }] };
  const empty = await play('admin', `POST /workspace/v1/files/${files.empty}/variables/preview`, {
    node: '0:1',
    changes: first,
  });
  expect([empty.status, empty.json.message]).toEqual([404, 'The file has no content.']);
});
