import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { onEachEngine, onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import {
  exampleFile,
  fillStyle,
  imageRef,
  smallFile,
  textStyle,
  variableId,
  wideFile,
} from './harness/example-file.ts';
import { idsOf, nodeOf, nodesOf, type TreeNode } from './harness/node-tree.ts';
import { withServer } from './harness/server.ts';
import { createWorld, type World } from './harness/world.ts';

const editors = ['figma', 'figjam', 'slides', 'buzz', 'sites', 'make'];
const linkAccesses = ['inherit', 'view', 'edit', 'org_view', 'org_edit'];

onEachEngine('Get file', (engine) => {
  let world: World;
  let file: string;

  beforeAll(async () => {
    const hidden = { project: '201' };
    world = await createWorld(
      engine,
      cast({
        files: [
          fileOf('main', exampleFile, {
            name: 'Main',
            branches: [{ key: 'branch', name: 'Idea', source: smallFile('On the branch') }],
          }),
          fileOf('alone', smallFile('Alone')),
          ...editors.map((editor) => fileOf(`made-in-${editor}`, smallFile(editor), { editor_type: editor })),
          ...linkAccesses.map((access) =>
            fileOf(`hidden-${access}`, smallFile(access), { ...hidden, link_access: access }),
          ),
          fileOf('history', smallFile('Now'), {
            versions: [
              { id: '5', label: 'First', source: smallFile('Then') },
              { id: '7', label: 'Second', source: smallFile('Later') },
            ],
          }),
        ],
        tokens: {
          alice: [
            { name: 'content', token: 'content-only', scopes: ['file_content:read'] },
            { name: 'meta', token: 'meta-only', scopes: ['file_metadata:read'] },
            { name: 'legacy', token: 'legacy', scopes: ['files:read'] },
            { name: 'older', token: 'older', scopes: ['file_read'] },
          ],
        },
      }),
    );
    file = `/v1/files/${world.id('main')}`;
  });

  const documentOf = async (query = ''): Promise<TreeNode> => {
    const answer = await world.get(`${file}${query}`);
    expect(answer.status).toBe(200);
    return answer.json.document;
  };

  it('[FILE-01] answers 200 to the scope file_content:read and 403 to another', async () => {
    expect((await world.get(file, 'content-only')).status).toBe(200);
    expectError(await world.get(file, 'meta-only'), 403, /Invalid scope/, /file_content:read/);
  });

  it('[H8] answers to the legacy scopes as well', async () => {
    expect((await world.get(file, 'legacy')).status).toBe(200);
    expect((await world.get(file, 'older')).status).toBe(200);
  });

  it('[FILE-02] gives name, role, times, kind, thumbnail and version as text', async () => {
    const { json } = await world.get(file);
    expect(json).toMatchObject({ name: 'Main', role: 'owner', editorType: 'figma' });
    expect(json.lastModified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(json.thumbnailUrl).toBeTypeOf('string');
    expect(json.version).toMatch(/^\d+$/);
  });

  it('[FILE-02] has the documented keys and no others', async () => {
    const { json } = await world.get(file);
    expect(Object.keys(json).sort()).toEqual(
      [
        'components',
        'componentSets',
        'document',
        'editorType',
        'lastModified',
        'linkAccess',
        'name',
        'role',
        'schemaVersion',
        'styles',
        'thumbnailUrl',
        'version',
      ].sort(),
    );
  });

  it('[FILE-02] names the role of the caller', async () => {
    for (const [who, role] of [
      ['alice', 'owner'],
      ['bob', 'editor'],
      ['carla', 'viewer'],
    ] as const) {
      expect((await world.get(file, who)).json.role).toBe(role);
    }
  });

  it('[FILE-03] has the document at the top of the tree', async () => {
    const document = await documentOf();
    expect(document).toMatchObject({ id: '0:0', type: 'DOCUMENT' });
    expect(document.children?.map(({ type }) => type)).toEqual(['CANVAS', 'CANVAS']);
  });

  it('[FILE-04] describes the component of every instance', async () => {
    const { json } = await world.get(file);
    const instances = [...nodesOf(json.document)].filter(({ type }) => type === 'INSTANCE');
    expect(instances.map((node) => node.componentId)).toEqual(['2:1']);
    expect(json.components).toEqual(exampleFile.components);
  });

  it('[FILE-05] describes component sets by node id', async () => {
    expect((await world.get(file)).json.componentSets).toEqual(exampleFile.componentSets);
  });

  it('[FILE-06] has the schemaVersion 0', async () => {
    expect((await world.get(file)).json.schemaVersion).toBe(0);
  });

  it('[FILE-07] describes every style that nodes name', async () => {
    const { json } = await world.get(file);
    const named = [...nodesOf(json.document)].flatMap(({ styles }) => Object.values(styles ?? {}));
    expect(named.sort()).toEqual([fillStyle, textStyle]);
    expect(json.styles).toEqual(exampleFile.styles);
  });

  it('[FILE-08] resolves the paints of a style on the node that names it', async () => {
    const title = nodeOf(await documentOf(), '1:2');
    expect(title.styles).toEqual({ fill: fillStyle, text: textStyle });
    expect(title.fills).toEqual([{ blendMode: 'NORMAL', type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } }]);
    expect(title.style).toEqual({ fontFamily: 'Inter', fontSize: 16 });
  });

  it('[FILE-09] names the main file of a branch', async () => {
    const { json } = await world.get(`/v1/files/${world.id('branch')}?branch_data=true`);
    expect(json.mainFileKey).toBe(world.id('main'));
    expect(json).not.toHaveProperty('branches');
    expect(nodeOf(json.document, '1:1').name).toBe('On the branch');
  });

  it('[FILE-10] lists branches with five texts each', async () => {
    const { branches } = (await world.get(`${file}?branch_data=true`)).json;
    expect(branches).toEqual([
      {
        key: world.id('branch'),
        name: 'Idea',
        thumbnail_url: expect.any(String),
        last_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        link_access: 'inherit',
      },
    ]);
  });

  it('[FILE-11] lists branches only when asked to', async () => {
    for (const query of ['', '?branch_data=false']) {
      const { json } = await world.get(`${file}${query}`);
      expect(json).not.toHaveProperty('branches');
      expect(json).not.toHaveProperty('mainFileKey');
    }
    const alone = await world.get(`/v1/files/${world.id('alone')}?branch_data=true`);
    expect(alone.json.branches).toEqual([]);
    expectError(await world.get(`${file}?branch_data=perhaps`), 400, /branch_data/);
  });

  it('[FILE-12] reports each of the five link accesses as it was set', async () => {
    for (const access of linkAccesses) {
      const { json } = await world.get(`/v1/files/${world.id(`hidden-${access}`)}`);
      expect(json.linkAccess).toBe(access);
    }
    const target = `/workspace/v1/files/${world.id('alone')}`;
    for (const access of [...linkAccesses.slice(1), 'inherit']) {
      const changed = await world.call('PATCH', target, { as: 'alice-push', body: { link_access: access } });
      expect(changed.status).toBe(200);
      expect((await world.get(`/v1/files/${world.id('alone')}`)).json.linkAccess).toBe(access);
    }
    const bad = await world.call('PATCH', target, { as: 'alice-push', body: { link_access: 'all' } });
    expectError(bad, 400, /link_access/);
  });

  it('[FILE-13] shows the link access of the project unless the file has its own', async () => {
    const made = await world.call('POST', '/workspace/v1/files', {
      as: 'alice-push',
      body: { name: 'New', project: world.id('200') },
    });
    expect(made.json.link_access).toBe('inherit');
    expect((await world.get(file, 'carla')).status).toBe(200);
    expectError(await world.get(file, 'dan'), 404);
    expectError(await world.get(`/v1/files/${world.id('hidden-inherit')}`, 'carla'), 404);
  });

  it('[FILE-12] answers every caller for a file with the link access view or edit', async () => {
    for (const [access, role] of [
      ['view', 'viewer'],
      ['edit', 'editor'],
    ] as const) {
      const answer = await world.get(`/v1/files/${world.id(`hidden-${access}`)}`, 'dan');
      expect(answer.json).toMatchObject({ role, linkAccess: access });
    }
  });

  it('[FILE-14] answers only callers of the organization for a file with org_view or org_edit', async () => {
    for (const [access, role] of [
      ['org_view', 'viewer'],
      ['org_edit', 'editor'],
    ] as const) {
      const path = `/v1/files/${world.id(`hidden-${access}`)}`;
      expect((await world.get(path, 'erin')).json.role).toBe(role);
      expectError(await world.get(path, 'dan'), 404);
    }
  });

  it('[FILE-15] names the image of an image paint', async () => {
    const [paint] = nodeOf(await documentOf(), '1:3').fills as object[];
    expect(paint).toEqual({ blendMode: 'NORMAL', type: 'IMAGE', scaleMode: 'FILL', imageRef });
  });

  it('[FILE-16] names the variables that nodes and paints are bound to', async () => {
    const dot = nodeOf(await documentOf(), '1:6');
    expect(dot.boundVariables).toEqual({ fills: [{ type: 'VARIABLE_ALIAS', id: variableId }] });
    expect((dot.fills as { boundVariables: object }[])[0]?.boundVariables).toEqual({
      color: { type: 'VARIABLE_ALIAS', id: variableId },
    });
  });

  it('[FILE-17] answers for the version that is asked for', async () => {
    const history = `/v1/files/${world.id('history')}`;
    const nameAt = async (query: string) => {
      const { json } = await world.get(`${history}${query}`);
      return [json.version, nodeOf(json.document, '1:1').name];
    };
    expect(await nameAt('?version=5')).toEqual(['5', 'Then']);
    expect(await nameAt('?version=7')).toEqual(['7', 'Later']);
    const [current, name] = await nameAt('');
    expect([BigInt(current) > 7n, name]).toEqual([true, 'Now']);
    expect(await nameAt(`?version=${current}`)).toEqual([current, 'Now']);
  });

  it('[FILE-18] takes several ids, separated by commas', async () => {
    const ids = idsOf(await documentOf('?ids=1:2,1:6'));
    expect(ids).toEqual(expect.arrayContaining(['1:2', '1:6']));
    expect(ids).not.toContain('1:3');
  });

  it('[FILE-19] with ids shows those nodes, what is under them and what is above them', async () => {
    const document = await documentOf('?ids=1:5');
    const [screens, parts] = document.children ?? [];
    expect(idsOf(screens as TreeNode)).toEqual(['0:1', '1:1', '1:5', '1:6']);
    expect(parts).toMatchObject({ id: '0:2', type: 'CANVAS' });
    expect(nodeOf(document, '1:1').pluginData).toBeUndefined();
    expect(nodeOf(document, '1:1').name).toBe('Card');
  });

  it('[FILE-20] with the id of an instance shows the whole instance, and may show its component', async () => {
    const document = await documentOf('?ids=1:7');
    expect(nodeOf(document, '1:7').children?.map(({ id }) => id)).toEqual(['I1:7;2:2']);
    const others = idsOf(document).filter(
      (id) => !['0:0', '0:1', '0:2', '1:1', '1:7', 'I1:7;2:2'].includes(id),
    );
    expect(['2:10', '2:1', '2:2']).toEqual(expect.arrayContaining(others));
  });

  it('[FILE-21] counts depth from the document', async () => {
    const pages = (await documentOf('?depth=1')).children ?? [];
    expect(pages.map(({ id, children }) => [id, children])).toEqual([
      ['0:1', []],
      ['0:2', []],
    ]);
    const document = await documentOf('?depth=2');
    expect(idsOf(document)).toEqual(['0:0', '0:1', '1:1', '3:1', '0:2', '2:10']);
    expect(idsOf(await documentOf('?depth=3'))).toEqual(
      expect.arrayContaining(['1:1', '1:2', '1:5', '2:1', '2:3']),
    );
    expect(idsOf(await documentOf('?depth=3'))).not.toContain('1:6');
    expect(idsOf(await documentOf('?depth=1000'))).toEqual(idsOf(await documentOf()));
  });

  it.each(editors)(
    '[FILE-02, NODE-02, META-02] says one of two editors of a file made in %s, and its metadata says the exact kind',
    async (editor) => {
      const key = world.id(`made-in-${editor}`);
      const editorType = editor === 'figjam' ? 'figjam' : 'figma';
      expect((await world.get(`/v1/files/${key}`)).json).toMatchObject({ editorType });
      expect((await world.get(`/v1/files/${key}/nodes?ids=0:1`)).json).toMatchObject({ editorType });
      expect((await world.get(`/v1/files/${key}/meta`)).json.file).toMatchObject({ editorType: editor });
    },
  );

  it('[FILE-19, FILE-21] with depth=0 beside ids shows the nodes without their children, and what is above them', async () => {
    const document = await documentOf('?ids=1:5&depth=0');
    expect(idsOf(document)).toEqual(['0:0', '0:1', '1:1', '1:5', '0:2']);
    expect(nodeOf(document, '1:5').children).toEqual([]);
    for (const query of ['?depth=0', '?depth=0&ids=', '?depth=-1&ids=1:5']) {
      expectError(await world.get(`${file}${query}`), 400, /"depth"/);
    }
  });

  it('[FILE-21] accepts whole numbers of any spelling as depths', async () => {
    expect(idsOf(await documentOf('?depth=2.0'))).toEqual(idsOf(await documentOf('?depth=2')));
    expect(idsOf(await documentOf(`?depth=${'9'.repeat(40)}`))).toEqual(idsOf(await documentOf()));
  });

  it('[FILE-18, FILE-19] accepts ids as addresses of pages spell them', async () => {
    const asked = await documentOf('?ids=1-5,I1-7;2-2');
    expect(idsOf(asked)).toEqual(idsOf(await documentOf('?ids=1:5,I1:7;2:2')));
    expect(idsOf(asked)).toContain('I1:7;2:2');
  });

  const vectorKeys = ['fillGeometry', 'strokeGeometry', 'relativeTransform', 'size'];

  it('[FILE-22, H25] shows vector data only with geometry=paths', async () => {
    for (const node of nodesOf(await documentOf())) {
      expect(Object.keys(node).filter((key) => vectorKeys.includes(key))).toEqual([]);
    }
    const card = nodeOf(await documentOf('?geometry=paths'), '1:1');
    const source = nodeOf(exampleFile.document as unknown as TreeNode, '1:1');
    for (const key of vectorKeys) expect(card[key]).toEqual(source[key]);
    expectError(await world.get(`${file}?geometry=points`), 400, /geometry/);
  });

  it('[FILE-23] shows the data of the plugins that are named, and of no other', async () => {
    const shown = async (query: string) => {
      const { pluginData, sharedPluginData } = nodeOf(await documentOf(query), '1:1');
      return { pluginData, sharedPluginData };
    };
    const of123 = { '123': { note: 'of plugin 123' } };
    const of456 = { '456': { note: 'of plugin 456' } };
    const shared = { tokens: { kind: 'shared' } };
    expect(await shown('')).toEqual({});
    expect(await shown('?plugin_data=123')).toEqual({ pluginData: of123 });
    expect(await shown('?plugin_data=shared')).toEqual({ sharedPluginData: shared });
    expect(await shown('?plugin_data=123,456,shared')).toEqual({
      pluginData: { ...of123, ...of456 },
      sharedPluginData: shared,
    });
    expect(await shown('?plugin_data=999')).toEqual({});
  });

  it('[FILE-24] refuses an unknown token with 403', async () => {
    const headers = { 'x-service-token': 'nobody' };
    expectError(await world.call('GET', file, { as: null, headers }), 403, /Invalid token/);
  });

  it('[FILE-25] answers 404 for an unknown key', async () => {
    expectError(await world.get('/v1/files/nothingHasThisKey'), 404, /not found/i);
  });

  it('[FILE-27] names a file whose page is at /:file_type/:file_key/:file_name', async () => {
    const { url } = (await world.get(`${file}/meta`)).json.file;
    const [, type, key, name, ...rest] = new URL(url).pathname.split('/');
    expect({ type, key, name, rest }).toEqual({
      type: 'design',
      key: world.id('main'),
      name: 'Main',
      rest: [],
    });
  });

  it('[FILE-28] names nodes whose page addresses carry node-id', async () => {
    const twice = smallFile('Wrong') as { document: { children: { children: object[] }[] } };
    twice.document.children[0]?.children.push({ id: '4:1', name: 'Strange', type: 'NOT_A_TYPE' });
    const pushed = await world.call('PUT', `/workspace/v1/files/${world.id('alone')}/content`, {
      as: 'alice-push',
      body: twice,
    });
    const [warning] = pushed.json.warnings;
    expect(warning).toMatchObject({ node: '4:1' });
    expect(new URL(warning.url).searchParams.get('node-id')).toBe('4-1');
    expect(new URL(warning.url).pathname).toContain(`/${world.id('alone')}/`);
  });
});

onOwnServers('Get file with a limit of 50 nodes', ({ postgres }) => {
  it('[FILE-26, H11] refuses a larger answer with the fixed sentence, and gives parts of the file', async () => {
    await withServer({ postgres, env: { VITRINE_MAX_RESPONSE_NODES: '50' } }, async (server) => {
      const world = await createWorld(server, cast({ files: [fileOf('big', wideFile(100, 20))] }));
      const big = `/v1/files/${world.id('big')}`;
      const sentence = /^Request too large\. If applicable, filter by query params\.$/;
      expectError(await world.get(big), 400, sentence);
      expect((await world.get(`${big}?depth=1`)).status).toBe(200);
      expect((await world.get(`${big}?ids=1:3`)).status).toBe(200);
      expect((await world.get(`${big}/nodes?ids=1:3`)).status).toBe(200);
      expectError(await world.get(`${big}/nodes?ids=0:1`), 400, sentence);
    });
  });
});
