import { describe, expect, it } from 'vitest';
import { castServer, files, people, projects } from '../../testing/cast.ts';

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

it('A change of variables gives nodes new values in a new version, by the modes around them, and leaves the versions before', async () => {
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

/** What clients keep a file by. */
async function marksOf(file: string) {
  const answer = await play('admin', `GET /v1/files/${file}`);
  const nodes = await play('admin', `GET /v1/files/${file}/nodes?ids=0:1`);
  const { version, lastModified, document } = answer.json;
  const touched = (await play('admin', `GET /v1/files/${file}/meta`)).json.file;
  return {
    document,
    marks: {
      version,
      lastModified,
      etag: answer.headers.etag,
      nodesTag: nodes.headers.etag,
      metaVersion: touched.version,
      touchedAt: touched.last_touched_at,
      by: touched.last_touched_by.id,
    },
  };
}

describe('A change of variables that no node follows', () => {
  const unused = (name: string) => ({
    variableCollections: [{ action: 'CREATE', id: 'more', name, initialModeId: 'only' }],
    variables: [
      { action: 'CREATE', id: 'gap', name: 'gap', variableCollectionId: 'more', resolvedType: 'FLOAT' },
    ],
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON
  const ways: Record<string, (local: any) => Promise<{ status: number }>> = {
    'POST of a collection alone': () =>
      play('admin', change, { variableCollections: [{ action: 'CREATE', name: 'Empty' }] }),
    'POST of variables': () => play('admin', change, unused('Other')),
    'PUT of an answer': (local) => {
      local.meta.variableCollections[Object.keys(local.meta.variableCollections)[0]!].name = 'Renamed';
      return play('alice', `PUT /workspace/v1/files/${key}/variables`, local);
    },
    'deletion of a variable': (local) => {
      const id = encodeURIComponent(Object.keys(local.meta.variables)[0]!);
      return play('alice', `DELETE /workspace/v1/files/${key}/variables/${id}`);
    },
    'workspace file': (local) => {
      local.meta.variables[Object.keys(local.meta.variables)[0]!].description = 'Said';
      const file = { key, name: 'Design open', project: projects.open, owner: people.alice };
      return play('admin', 'POST /workspace/v1/apply', { files: [{ ...file, variables: local }] });
    },
  };

  it.each(Object.entries(ways))(
    'by a %s changes version, times and entity tag of the file',
    async (_way, way) => {
      await play('admin', change, unused('First'));
      const before = await marksOf(key);
      const local = (await play('admin', `GET /v1/files/${key}/variables/local`)).json;
      await play('admin', 'POST /test/v1/clock', { advance: '1m' });
      expect((await way(local)).status).toBe(200);
      const after = await marksOf(key);
      expect(after.document).toEqual(before.document);
      for (const [name, mark] of Object.entries(before.marks).filter(([name]) => name !== 'by'))
        expect([name, after.marks[name as 'version']]).not.toEqual([name, mark]);
      expect(BigInt(after.marks.version)).toBeGreaterThan(BigInt(before.marks.version));
      expect(after.marks.metaVersion).toBe(after.marks.version);
      const { versions } = (await play('admin', `GET /v1/files/${key}/versions`)).json;
      expect(versions.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([
        after.marks.version,
        before.marks.version,
      ]);
      const old = await play('admin', `GET /v1/files/${key}?version=${before.marks.version}`);
      expect(old.json.version).toBe(before.marks.version);
    },
  );

  it('leaves them where it was refused, or where an answer changes nothing', async () => {
    await play('admin', change, unused('First'));
    const local = (await play('admin', `GET /v1/files/${key}/variables/local`)).json;
    const before = await marksOf(key);
    await play('admin', 'POST /test/v1/clock', { advance: '1m' });
    expect((await play('admin', change, { variables: [{ action: 'CREATE' }] })).status).toBe(400);
    expect((await play('alice', `PUT /workspace/v1/files/${key}/variables`, local)).status).toBe(200);
    expect(await marksOf(key)).toEqual(before);
  });

  it('of a branch leaves its main file as it is', async () => {
    const branch = (await play('alice', `POST /workspace/v1/files/${key}/branches`, { name: 'Idea' })).json
      .key;
    const [main, before] = [await marksOf(key), await marksOf(branch)];
    await play('admin', 'POST /test/v1/clock', { advance: '1m' });
    expect((await play('admin', `POST /v1/files/${branch}/variables`, unused('Own'))).status).toBe(200);
    expect(await marksOf(key)).toEqual(main);
    expect((await marksOf(branch)).marks.version).not.toBe(before.marks.version);
  });

  it('changes the times of a file without content, which has no version', async () => {
    const meta = async () => (await play('admin', `GET /v1/files/${files.empty}/meta`)).json.file;
    const before = await meta();
    await play('admin', 'POST /test/v1/clock', { advance: '1m' });
    expect((await play('admin', `POST /v1/files/${files.empty}/variables`, unused('Own'))).status).toBe(200);
    const after = await meta();
    expect([before.version, after.version]).toEqual(['', '']);
    expect(after.last_touched_at > before.last_touched_at).toBe(true);
  });
});

it('A change of variables gets along with new content and other changes at the same time', async () => {
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
