import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, fillStyle, smallFile, textStyle } from './harness/example-file.ts';
import { idsOf, type TreeNode } from './harness/node-tree.ts';
import { createWorld, type World } from './harness/world.ts';

onEachEngine('Get file nodes', (engine) => {
  let world: World;
  let nodes: string;

  beforeAll(async () => {
    world = await createWorld(
      engine,
      cast({
        files: [
          fileOf('main', exampleFile, {
            versions: [{ id: '5', label: 'First', source: smallFile('Then') }],
          }),
        ],
        tokens: {
          alice: [
            { name: 'content', token: 'content-only', scopes: ['file_content:read'] },
            { name: 'meta', token: 'meta-only', scopes: ['file_metadata:read'] },
          ],
        },
      }),
    );
    nodes = `/v1/files/${world.id('main')}/nodes`;
  });

  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers freely
  const answerTo = async (query: string): Promise<any> => {
    const answer = await world.get(`${nodes}?${query}`);
    expect(answer.status).toBe(200);
    return answer.json;
  };
  const nodeAt = async (id: string, query = ''): Promise<TreeNode> =>
    (await answerTo(`ids=${id}${query}`)).nodes[id].document;

  it('[NODE-01] answers 200 to the scope file_content:read and 403 to another', async () => {
    expect((await world.get(`${nodes}?ids=1:1`, 'content-only')).status).toBe(200);
    expectError(await world.get(`${nodes}?ids=1:1`, 'meta-only'), 403, /Invalid scope/);
  });

  it('[NODE-02, F5] describes the file as Get file does, with err null', async () => {
    const { nodes: _, ...head } = await answerTo('ids=1:1');
    expect(head).toEqual({
      name: 'File main',
      role: 'owner',
      lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      editorType: 'figma',
      thumbnailUrl: expect.any(String),
      version: expect.stringMatching(/^\d+$/),
      err: null,
    });
  });

  it('[NODE-03] has five keys in every entry', async () => {
    const { nodes: entries } = await answerTo('ids=1:1,2:10,0:0,0:2');
    expect(Object.keys(entries)).toEqual(['1:1', '2:10', '0:0', '0:2']);
    for (const [id, entry] of Object.entries<Record<string, unknown>>(entries)) {
      expect(Object.keys(entry).sort()).toEqual(
        ['componentSets', 'components', 'document', 'schemaVersion', 'styles'].sort(),
      );
      expect(entry.schemaVersion).toBe(0);
      expect(entry.document).toMatchObject({ id });
    }
    expect(entries['1:1'].components).toMatchObject({ '2:1': exampleFile.components['2:1'] });
    expect(entries['2:10'].componentSets).toEqual(exampleFile.componentSets);
  });

  it('[NODE-04] has null for an id that the file lacks', async () => {
    const { nodes: entries } = await answerTo('ids=1:6,999:999,constructor,__proto__');
    expect(entries['1:6'].document.id).toBe('1:6');
    expect(Object.entries(entries).slice(1)).toEqual([
      ['999:999', null],
      ['constructor', null],
      ['__proto__', null],
    ]);
  });

  it('[NODE-03, NODE-04] takes ids as addresses spell them, and answers with colons', async () => {
    const { nodes: entries } = await answerTo('ids=1-1,I1-7;2-2,1:1,9-9');
    expect(Object.keys(entries)).toEqual(['1:1', 'I1:7;2:2', '9:9']);
    expect(entries).toMatchObject({ '1:1': { document: { id: '1:1' } }, '9:9': null });
  });

  it('[NODE-05] gives the nodes with everything under them', async () => {
    expect(idsOf(await nodeAt('1:1'))).toEqual(['1:1', '1:2', '1:3', '1:4', '1:5', '1:6', '1:7', 'I1:7;2:2']);
    expect(idsOf(await nodeAt('I1:7;2:2'))).toEqual(['I1:7;2:2']);
  });

  it('[NODE-06] counts depth from each node', async () => {
    expect(idsOf(await nodeAt('1:1', '&depth=1'))).toEqual(['1:1', '1:2', '1:3', '1:4', '1:5', '1:7']);
    expect(idsOf(await nodeAt('0:1', '&depth=1'))).toEqual(['0:1', '1:1', '3:1']);
    expect(idsOf(await nodeAt('1:1', '&depth=2'))).toContain('1:6');
  });

  it('[NODE-07] takes version, geometry and plugin_data', async () => {
    const old = await answerTo('ids=1:1,1:2&version=5');
    expect([old.version, old.nodes['1:1'].document.name, old.nodes['1:2']]).toEqual(['5', 'Then', null]);
    const bare = await nodeAt('1:1');
    expect(bare).not.toHaveProperty('fillGeometry');
    expect(bare).not.toHaveProperty('pluginData');
    const full = await nodeAt('1:1', '&geometry=paths&plugin_data=123');
    expect(full.fillGeometry).toEqual([{ path: 'M0 0L10 0L10 20L0 20L0 0Z', windingRule: 'NONZERO' }]);
    expect(full.size).toEqual({ x: 10, y: 20 });
    expect(full.pluginData).toEqual({ '123': { note: 'of plugin 123' } });
    expect(full).not.toHaveProperty('sharedPluginData');
  });

  it('[NODE-08] describes the styles that the nodes name', async () => {
    const { nodes: entries } = await answerTo('ids=1:2,2:2');
    expect(entries['1:2'].styles).toEqual(exampleFile.styles);
    expect(entries['1:2'].document.styles).toEqual({ fill: fillStyle, text: textStyle });
    expect(entries['2:2'].styles).toEqual({});
  });

  it('[NODE-09] names an invalid parameter with 400', async () => {
    for (const query of ['', '?', '?ids', '?ids=', '?ids=,', '?ids=%20', '?depth=1']) {
      expectError(await world.get(`${nodes}${query}`), 400, /ids/);
    }
    for (const depth of ['0', '-1', '1.5', 'abc', '1e9x', 'NaN', '0x1']) {
      expectError(await world.get(`${nodes}?ids=1:1&depth=${depth}`), 400, /depth/);
    }
    expectError(await world.get(`${nodes}?ids=1:1&geometry=all`), 400, /geometry/);
  });

  it('[NODE-10] answers 403 to an unknown token, 404 for an unknown key', async () => {
    const headers = { 'x-service-token': 'nobody' };
    expectError(await world.call('GET', `${nodes}?ids=1:1`, { as: null, headers }), 403, /Invalid token/);
    expectError(await world.get('/v1/files/nothingHasThisKey/nodes?ids=1:1'), 404, /not found/i);
  });
});
