import { beforeEach, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError, tellable } from './harness/error-checks.ts';
import { imageRef, pixelPng } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

const label = { id: '1:2', type: 'TEXT', name: 'Label', characters: 'Buy' };
const card = { id: '1:1', type: 'FRAME', name: 'Card', children: [label] };
const footer = { id: '1:3', type: 'FRAME', name: 'Footer', children: [] };
const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: [card, footer] };
const design = {
  name: 'Shop',
  document: { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] },
};

const set = (id: string, properties: object) => ({ op: 'set', id, properties });

onEachEngine('Nodes that are changed by program', (engine) => {
  let world: World;

  beforeEach(async () => {
    const dan = [{ name: 'dan pushes', token: 'dan-push', scopes: ['workspace:read', 'workspace:write'] }];
    world = await createWorld(engine, cast({ files: [fileOf('main', design)], tokens: { dan } }));
  });

  const patch = (body: object, as: string | null = 'alice-push', key = world.id('main')) =>
    world.call('PATCH', `/workspace/v1/files/${key}/nodes`, { as, body });
  const merge = (branch: string, body: object = {}, as = 'alice-push') =>
    world.call('POST', `/workspace/v1/files/${world.id('main')}/branches/${branch}/merge`, { as, body });
  const branchNamed = async (name: string): Promise<string> =>
    (
      await world.call('POST', `/workspace/v1/files/${world.id('main')}/branches`, {
        as: 'alice-push',
        body: { name },
      })
    ).json.key;
  const file = async (key = world.id('main')) => (await world.get(`/v1/files/${key}`)).json;
  const words = async (key?: string) =>
    (await file(key)).document.children[0].children[0].children[0]?.characters;
  const versions = async () =>
    (await world.get(`/v1/files/${world.id('main')}/versions`)).json.versions.length;

  it('are served at once as a new version with its author and description', async () => {
    const { status, json } = await patch({
      operations: [set('1:2', { characters: 'Order' })],
      message: 'Words',
    });
    expect([status, json.changed, json.ids]).toEqual([200, 1, {}]);
    expect(await words()).toBe('Order');
    expect((await file()).version).toBe(json.version);
    const [newest] = (await world.get(`/v1/files/${world.id('main')}/versions`)).json.versions;
    expect(newest).toMatchObject({ id: json.version, description: 'Words', user: { handle: 'Alice' } });
  });

  it('are changed all or none', async () => {
    const before = [await file(), await versions()];
    const operations = [set('1:2', { characters: 'Order' }), { op: 'remove', id: '9:9' }];
    const { status, json } = await patch({ operations });
    expect([status, json.err]).toEqual([400, expect.stringContaining('operations[1]')]);
    expect([await file(), await versions()]).toEqual(before);
  });

  it('are changed by who may edit: viewers are told so, others hear nothing of the file, a token needs its scope', async () => {
    const body = { operations: [set('1:2', { characters: 'Taken' })] };
    expectError(await patch(body, 'carla-push'), 403);
    expectError(await patch(body, 'alice'), 403);
    expectError(await patch(body, null), 403);
    const [foreign, absent] = [await patch(body, 'dan-push'), await patch(body, 'dan-push', 'nothing')];
    expect(tellable(foreign)).toEqual(tellable(absent));
    expectError(foreign, 404);
    expect(await words()).toBe('Buy');
  });

  it('are changed once by two who looked at the same version: the other one is told of the newer one', async () => {
    const { version } = await file();
    const answers = await Promise.all(
      ['One', 'Two'].map((characters) =>
        patch({ if_version: version, operations: [set('1:2', { characters })] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = answers.findIndex(({ status }) => status === 200);
    expect(await words()).toBe(['One', 'Two'][taken]);
    expectError(answers[1 - taken] as (typeof answers)[0], 409);
  });

  it('are all changed by many who ask at once and name no version', async () => {
    const inserts = Array.from({ length: 8 }, (_, at) => ({
      operations: [{ op: 'insert', parent: '1:3', node: { type: 'FRAME', name: `Box ${at}`, children: [] } }],
    }));
    const answers = await Promise.all(inserts.map((body) => patch(body)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const names = (await file()).document.children[0].children[1].children.map(
      ({ name }: { name: string }) => name,
    );
    expect(names.sort()).toEqual(answers.map((_, at) => `Box ${at}`));
  });

  it('come together from a branch and its main file', async () => {
    const branch = await branchNamed('Idea');
    expect(
      (await patch({ operations: [set('1:2', { characters: 'Order' })] }, 'alice-push', branch)).status,
    ).toBe(200);
    expect((await patch({ operations: [set('1:3', { name: 'Bottom' })] })).status).toBe(200);
    const merged = await merge(branch);
    expect([merged.status, merged.json.changed]).toEqual([200, 1]);
    expect(await words()).toBe('Order');
    expect((await file()).document.children[0].children[1].name).toBe('Bottom');
  });

  it('of a branch bring their image fills along', async () => {
    const branch = await branchNamed('Idea');
    const fill = await world.call('PUT', `/workspace/v1/files/${branch}/image-fills/${imageRef}`, {
      as: 'alice-push',
      body: pixelPng,
      headers: { 'content-type': 'image/png' },
    });
    expect(fill.status).toBe(200);
    const paint = { type: 'IMAGE', blendMode: 'NORMAL', scaleMode: 'FILL', imageRef };
    await patch({ operations: [set('1:3', { fills: [paint] })] }, 'alice-push', branch);
    expect((await merge(branch)).status).toBe(200);
    const { images } = (await world.get(`/v1/files/${world.id('main')}/images`)).json.meta;
    expect(Object.keys(images)).toEqual([imageRef]);
  });

  it('that both changed otherwise are listed, and nothing is merged until a side is chosen', async () => {
    const branch = await branchNamed('Idea');
    await patch({ operations: [set('1:2', { characters: 'Order' })] }, 'alice-push', branch);
    await patch({ operations: [set('1:2', { characters: 'Purchase' })] });
    const refused = await merge(branch);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('1:2');
    expect(await words()).toBe('Purchase');
    const chosen = await merge(branch, { choose: [{ id: '1:2', property: 'characters', take: 'theirs' }] });
    expect([chosen.status, await words()]).toEqual([200, 'Order']);
  });

  it('of a branch are merged by nobody who may only look', async () => {
    const branch = await branchNamed('Idea');
    await patch({ operations: [set('1:2', { characters: 'Order' })] }, 'alice-push', branch);
    expectError(await merge(branch, {}, 'carla-push'), 403);
    expect(await words()).toBe('Buy');
  });
});
