import { describe, expect, it } from 'vitest';
import { castServer, castWorkspace, files, people, projects, smallDesign, team } from '../testing/cast.ts';
import { startTestServer } from '../testing/test-server.ts';

const { play } = castServer();

const apply = (workspace: object) => play('admin', 'POST /workspace/v1/apply', workspace);
const applyFile = (entry: object) =>
  apply({
    files: [{ key: 'Applied1', name: 'Applied', project: projects.open, owner: people.alice, ...entry }],
  });
const source = smallDesign('Now');
const version = (id: string, more: object = {}) => ({ id, source: smallDesign(`State ${id}`), ...more });
const idsOf = async (key: string) =>
  (await play('alice', `GET /v1/files/${key}/versions`)).json.versions.map(({ id }: { id: string }) => id);

describe('Applying', () => {
  it('brings the history of a file and of its branch, once', async () => {
    const branches = [{ key: 'AppliedBranch', name: 'Idea', source, versions: [version('3'), version('4')] }];
    const first = await applyFile({ source, versions: [version('1'), version('2')], branches });
    expect(first.status).toBe(200);
    expect(await idsOf('Applied1')).toEqual([expect.any(String), '2', '1']);
    expect(await idsOf('AppliedBranch')).toEqual([expect.any(String), '4', '3']);
    const second = await applyFile({ source, versions: [version('1'), version('2')], branches });
    expect(second.json).toMatchObject({ created: [], updated: [] });
  });

  it('says what of a branch it does not keep', async () => {
    const branches = [{ name: 'Idea', source, link_access: 'view' }];
    expect((await applyFile({ branches })).json.warnings).toEqual([
      '"link_access" of branches was left out: a branch is as open as its main file.',
    ]);
  });

  it('brings variables of a file and of its branch, publishes the file and lets another use it, once', async () => {
    const theme = {
      id: 'VariableCollectionId:1:1',
      name: 'Theme',
      key: 'theme-key',
      modes: [{ modeId: '1:0', name: 'Light' }],
      defaultModeId: '1:0',
    };
    const gap = {
      id: 'VariableID:1:2',
      name: 'gap',
      key: 'gap-key',
      variableCollectionId: theme.id,
      resolvedType: 'FLOAT',
      valuesByMode: { '1:0': 8 },
    };
    const variables = { variables: { [gap.id]: gap }, variableCollections: { [theme.id]: theme } };
    const nothing = { variables: {}, variableCollections: {} };
    const branches = [{ key: 'ThemedBranch', name: 'Idea', source, variables: nothing }];
    const file = { key: 'Themed', name: 'Themed', project: projects.open, owner: people.alice };
    const workspace = {
      files: [{ ...file, source, variables, branches, published: true }],
      subscriptions: [{ file: files.open, library: file.key }],
    };
    expect((await apply(workspace)).status).toBe(200);
    const localOf = async (key: string) =>
      (await play('admin', `GET /v1/files/${key}/variables/local`)).json.meta.variables;
    expect(await localOf('Themed')).toMatchObject({
      [gap.id]: { key: 'gap-key', valuesByMode: { '1:0': 8 } },
    });
    expect(await localOf('ThemedBranch')).toEqual({});
    const published = await play('admin', 'GET /v1/files/Themed/variables/published');
    expect(published.json.meta.variables[gap.id]).toMatchObject({ key: 'gap-key' });
    expect((await apply(workspace)).json).toMatchObject({ created: [], updated: [] });
  });

  it.each([
    ['variables that are none', { variables: { variables: [] } }, 'The file "Applied", variables: '],
    ['versions of one id', { versions: [version('5'), version('5')] }, 'greater id'],
    ['versions whose ids fall', { versions: [version('5'), version('4')] }, 'greater id'],
    ['a version of nobody', { versions: [version('5', { user: '555' })] }, 'the user "555"'],
    [
      'a branch under the key of its file',
      { branches: [{ key: 'Applied1', name: 'B', source }] },
      'is taken',
    ],
    ['a branch under the key of another', { branches: [{ key: files.open, name: 'B', source }] }, 'is taken'],
    ['a branch without a source', { branches: [{ key: 'B1', name: 'B' }] }, 'no source'],
  ])('refuses %s and changes nothing', async (_case, entry, words) => {
    const answer = await applyFile(entry);
    expect([answer.status, answer.json.err]).toEqual([400, expect.stringContaining(words)]);
    expect((await play('alice', 'GET /v1/files/Applied1/meta')).status).toBe(404);
    expect((await play('alice', `GET /v1/files/${files.open}/meta`)).status).toBe(200);
  });

  it('refuses projects that lie in each other', async () => {
    const project = (id: string, parent: string) => ({ id, name: `P${id}`, team, parent });
    expect((await apply({ projects: [project('300', projects.open)] })).status).toBe(200);
    for (const parent of ['300', projects.open]) {
      const answer = await apply({ projects: [project(projects.open, parent)] });
      expect([answer.status, answer.json.err]).toEqual([400, expect.stringContaining('lie in itself')]);
    }
  });

  it('takes a document of any depth as bytes, which a start says where it stands in place', async () => {
    const levels = 5_500;
    const opened = Array.from(
      { length: levels },
      (_, level) => `{"id":"1:${level}","type":"FRAME","children":[`,
    );
    const nodes = `${opened.join('')}${']}'.repeat(levels)}`;
    const deep = `{"document":{"id":"0:0","type":"DOCUMENT","children":[${nodes}]}}`;
    const entry = { key: 'Applied1', name: 'Deep', project: projects.open, owner: people.alice };
    const workspace = { ...castWorkspace(), files: [{ ...entry, source: JSON.parse(deep) }] };
    await expect(startTestServer({ workspace })).rejects.toThrow('nested too deeply to stand in place');
    const bytes = await applyFile({ source: { base64: Buffer.from(deep).toString('base64') } });
    expect(bytes.status).toBe(200);
  });
});
