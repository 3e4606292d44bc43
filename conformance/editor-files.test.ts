import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { cast } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { pixelPng } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

/** A frame that is ready for development with a rectangle that shows an image and follows a variable. */
const design = readFileSync(join(import.meta.dirname, '../fixtures/import/fig/companions.fig'));
const imageRef = createHash('sha1').update(pixelPng).digest('hex');

onEachEngine('A file of the editor', (engine) => {
  let world: World;
  let key: string;
  const as = 'alice-push';
  beforeAll(async () => {
    world = await createWorld(engine, cast());
    const body = { name: 'From the editor', project: world.id('200') };
    key = (await world.call('POST', '/workspace/v1/files', { as, body })).json.key;
  });
  const push = (bytes: Uint8Array) =>
    world.call('PUT', `/workspace/v1/files/${key}/content`, { as, body: bytes });
  const read = async (path: string) => (await world.get(`/v1/files/${key}${path}`)).json;

  it('that is cut is refused, and leaves nothing', async () => {
    const before = (await read('/versions')).versions;
    for (const length of [design.length - 30, Math.floor(design.length / 2)])
      expectError(await push(design.subarray(0, length)), 400, /cannot be read/);
    expect((await read('/versions')).versions).toEqual(before);
    expect((await read('/images')).meta?.images ?? {}).toEqual({});
    expect((await read('/variables/local')).meta?.variables ?? {}).toEqual({});
  });

  it('brings its images, variables and states of development', async () => {
    const { status, json } = await push(design);
    expect({ status, nodes: json.nodes, warnings: json.warnings }).toEqual({
      status: 200,
      nodes: 4,
      warnings: [],
    });
    const [frame] = (await read('')).document.children[0].children;
    expect(frame).toMatchObject({
      id: '1:5',
      devStatus: { type: 'READY_FOR_DEV' },
      children: [{ id: '1:6', opacity: 0.5, fills: [{ imageRef }] }],
    });
    expect(Object.keys((await read('/images')).meta.images)).toEqual([imageRef]);
    const { variables } = (await read('/variables/local')).meta;
    expect(variables['VariableID:1:51'].valuesByMode).toEqual({ '1:1': 50 });
  });

  it('comes again as a new version, and what is bound follows its variable', async () => {
    const { version } = await read('');
    const variableModeValues = [{ variableId: 'VariableID:1:51', modeId: '1:1', value: 20 }];
    const body = { variableModeValues };
    expect((await world.call('POST', `/v1/files/${key}/variables`, { body })).status).toBe(200);
    const opacity = async () => (await read('')).document.children[0].children[0].children[0].opacity;
    expect(await opacity()).toBe(0.2);
    expect((await push(design)).status).toBe(200);
    expect(await opacity()).toBe(0.5);
    expect((await read('')).version).not.toBe(version);
    expect((await read(`?version=${version}`)).document.children[0].children[0].id).toBe('1:5');
  });
});
