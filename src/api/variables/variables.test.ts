import { expect, it } from 'vitest';
import { castServer, files } from '../../testing/cast.ts';

const { play } = castServer();
const local = `GET /v1/files/${files.open}/variables/local`;
const published = `GET /v1/files/${files.open}/variables/published`;
const change = `POST /v1/files/${files.open}/variables`;

const theme = {
  variableCollections: [{ action: 'CREATE', id: 'theme', name: 'Theme', initialModeId: 'light' }],
  variableModes: [{ action: 'CREATE', id: 'dark', name: 'Dark', variableCollectionId: 'theme' }],
  variables: [
    { action: 'CREATE', id: 'ink', name: 'ink', variableCollectionId: 'theme', resolvedType: 'COLOR' },
  ],
  variableModeValues: [
    { variableId: 'ink', modeId: 'light', value: { r: 0, g: 0, b: 0 } },
    { variableId: 'ink', modeId: 'dark', value: { r: 1, g: 1, b: 1 } },
  ],
};

it('Variables are made, published and used by another file', async () => {
  const made = await play('admin', change, theme);
  expect(made.status).toBe(200);
  const { ink, light } = made.json.meta.tempIdToRealId;
  const { json } = await play('admin', local);
  expect(json.meta.variables[ink]).toMatchObject({
    name: 'ink',
    valuesByMode: { [light]: { r: 0, g: 0, b: 0 } },
  });
  expect((await play('admin', published)).json.meta.variables).toEqual({});

  const publish = await play('alice', `POST /workspace/v1/files/${files.open}/publish`, {
    description: 'First',
  });
  expect(publish.json.changes.variables.created).toEqual([
    { key: json.meta.variables[ink].key, name: 'ink' },
  ]);
  const { subscribed_id } = (await play('admin', published)).json.meta.variables[ink];

  const user = files.viewOnly;
  const subscription = `/workspace/v1/files/${user}/subscriptions/${files.open}`;
  expect((await play('alice', `PUT ${subscription}`)).status).toBe(200);
  const aliasing = {
    variableCollections: [{ action: 'CREATE', id: 'own', name: 'Own', initialModeId: 'mode' }],
    variables: [
      { action: 'CREATE', id: 'text', name: 'text', variableCollectionId: 'own', resolvedType: 'COLOR' },
    ],
    variableModeValues: [
      { variableId: 'text', modeId: 'mode', value: { type: 'VARIABLE_ALIAS', id: subscribed_id } },
    ],
  };
  expect((await play('admin', `POST /v1/files/${user}/variables`, aliasing)).status).toBe(200);
  const used = (await play('admin', `GET /v1/files/${user}/variables/local`)).json.meta.variables;
  expect(used[subscribed_id]).toMatchObject({ name: 'ink', remote: true });
});

it('A refused request of variables leaves nothing', async () => {
  const before = (await play('admin', local)).json;
  const bad = { ...theme, variableModeValues: [{ variableId: 'ink', modeId: 'light', value: 'red' }] };
  const refused = await play('admin', change, bad);
  expect(refused).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('variableModeValues[0]') },
  });
  expect((await play('admin', local)).json).toEqual(before);
});

it('Variables of another server are refused where a change could not make them', async () => {
  await play('admin', change, theme);
  const put = `PUT /workspace/v1/files/${files.open}/variables`;
  const before = (await play('admin', local)).json;
  const answer = structuredClone(before);
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON
  const [id, variable] = Object.entries<any>(answer.meta.variables)[0]!;
  const [modeId] = Object.keys(variable.valuesByMode);
  variable.valuesByMode[modeId!] = { type: 'VARIABLE_ALIAS', id };
  expect(await play('alice', put, answer)).toMatchObject({
    status: 400,
    json: { message: `variables["${id}"] is in a loop of aliases.` },
  });
  expect((await play('admin', local)).json).toEqual(before);
  expect((await play('alice', put, before)).status).toBe(200);
});

it('A file holds a thousand collections, by changes and by answers of another server', async () => {
  const many = (count: number) => ({
    variableCollections: Array.from({ length: count }, (_, at) => ({ action: 'CREATE', name: `C${at}` })),
  });
  const full = {
    status: 400,
    json: {
      message: 'The collections of the file would come to 1,001, and there may be 1,000 at the most.',
    },
  };
  expect(await play('admin', change, many(1001))).toMatchObject(full);
  expect((await play('admin', change, many(1000))).status).toBe(200);
  expect(await play('admin', change, many(1))).toMatchObject(full);
  const answer = (await play('admin', local)).json;
  const [collection] = Object.values<object>(answer.meta.variableCollections);
  const [id, modeId] = ['VariableCollectionId:9:9', '9:10'];
  answer.meta.variableCollections[id] = {
    ...collection,
    id,
    key: 'f'.repeat(40),
    modes: [{ modeId, name: 'Mode' }],
    defaultModeId: modeId,
  };
  const put = `PUT /workspace/v1/files/${files.open}/variables`;
  expect(await play('alice', put, answer)).toMatchObject(full);
});

it('Variables are answered by their ids: those that there are, with the collections that hold them', async () => {
  const named = (name: string) => ({
    variableCollections: [{ action: 'CREATE', id: name, name, initialModeId: 'mode' }],
    variables: ['one', 'two'].map((id) => ({
      action: 'CREATE',
      id,
      name: id,
      variableCollectionId: name,
      resolvedType: 'FLOAT',
    })),
  });
  const { one, two, sizes } = (await play('admin', change, named('sizes'))).json.meta.tempIdToRealId;
  await play('admin', change, named('others'));
  const whole = await play('admin', local);
  const { json, headers } = await play('admin', `${local}?ids=${one},VariableID:9:9, ${one}`);
  expect(json.meta).toEqual({
    variables: { [one]: whole.json.meta.variables[one] },
    variableCollections: { [sizes]: { ...whole.json.meta.variableCollections[sizes], variableIds: [one] } },
  });
  expect(headers.etag).not.toBe(whole.headers.etag);
  expect(Object.keys((await play('admin', `${local}?ids=${two},${one}`)).json.meta.variables)).toEqual([
    one,
    two,
  ]);
  const none = await play('admin', `${local}?ids=VariableID:9:9`);
  expect(none.json.meta).toEqual({ variables: {}, variableCollections: {} });
  expect((await play('dan', `${local}?ids=${one}`)).status).toBe(404);
});
