import { describe, expect, it } from 'vitest';
import { castServer, files, people, projects, smallDesign } from '../testing/cast.ts';

const { play } = castServer();

const apply = (workspace: object) => play('admin', 'POST /workspace/v1/apply', workspace);
const source = smallDesign('Now');
const file = { key: 'Brought1', name: 'Brought', project: projects.open, owner: people.alice };
const branch = { key: 'BroughtIdea', name: 'Idea', source };
const site = { name: 'Landing', url_path: '/site/landing', file: file.key };

describe('Applying files and sites', () => {
  it('makes and changes them once', async () => {
    const workspace = { files: [{ ...file, source, branches: [branch] }], sites: [{ ...site, id: '77' }] };
    const kinds = (entries: { kind: string }[]) => entries.map(({ kind }) => kind);
    expect(kinds((await apply(workspace)).json.created)).toEqual([
      'file',
      'version',
      'branch',
      'version',
      'site',
    ]);
    expect((await apply(workspace)).json).toMatchObject({ created: [], updated: [] });
    const changed = {
      files: [
        {
          ...file,
          owner: people.bob,
          name: 'Other',
          link_access: 'view',
          source,
          branches: [{ ...branch, name: 'Plan' }],
        },
      ],
      sites: [{ ...site, id: '77', public: true }],
    };
    expect(kinds((await apply(changed)).json.updated)).toEqual(['file', 'branch', 'site']);
    expect((await apply(changed)).json).toMatchObject({ created: [], updated: [] });
    expect((await play('bob', `GET /v1/files/${file.key}/meta`)).json.file).toMatchObject({
      name: 'Other',
      link_access: 'view',
      creator: { id: people.bob },
    });
  });

  it('brings back a file that was deleted, under its key', async () => {
    await apply({ files: [{ ...file, source }] });
    await play('alice', `DELETE /workspace/v1/files/${file.key}`);
    expect((await apply({ files: [{ ...file, source }] })).status).toBe(200);
    expect((await play('alice', `GET /v1/files/${file.key}`)).status).toBe(200);
  });

  const board = (title: string) => ({ ...smallDesign(title), editorType: 'figjam' });
  const kindOf = async (key: string) =>
    (await play('alice', `GET /v1/files/${key}/meta`)).json.file.editorType;

  it.each<[by: string, bring: (source: object) => Promise<{ status: number }>]>([
    ['a workspace file', (brought) => apply({ files: [{ ...file, source: brought }] })],
    ['a push', (brought) => play('alice', `PUT /workspace/v1/files/${file.key}/content`, brought)],
  ])('makes a plain new file of the kind that its first content says, by %s', async (_by, bring) => {
    await apply({ files: [file] });
    expect((await bring(board('One'))).status).toBe(200);
    expect(await kindOf(file.key)).toBe('figjam');
    expect((await bring({ ...smallDesign('Two'), editorType: 'slides' })).status).toBe(200);
    expect(await kindOf(file.key)).toBe('figjam');
  });

  it('leaves a file of the kind that its entry says, whatever its content says', async () => {
    const said = { files: [{ ...file, editor_type: 'figma', source: board('One') }] };
    await apply(said);
    expect(await kindOf(file.key)).toBe('figma');
    expect((await apply(said)).json).toMatchObject({ created: [], updated: [] });
  });

  it.each<[what: string, workspace: object, sentence: string]>([
    [
      'the key of a branch for a file',
      {
        files: [
          { ...file, source, branches: [branch] },
          { ...file, key: branch.key },
        ],
      },
      'The file "Brought": The key "BroughtIdea" is taken.',
    ],
    [
      'a version whose id is less than the one that the server made before',
      { files: [{ ...file, versions: [{ source }, { id: '3', source: smallDesign('Older') }] }] },
      'A version of the file Brought1: The version 3 has to have a greater id than the one before.',
    ],
    [
      'a site of a branch',
      { files: [{ ...file, source, branches: [branch] }], sites: [{ ...site, file: branch.key }] },
      'The site "Landing": A branch is no site of its own: publish the main file.',
    ],
    [
      'a file that uses itself as a library',
      {
        files: [{ ...file, source, published: true }],
        subscriptions: [{ file: file.key, library: file.key }],
      },
      'A subscription of the file Brought1: A file has its own things without subscribing to them.',
    ],
    [
      'the use of a file that was not published',
      { files: [{ ...file, source }], subscriptions: [{ file: files.open, library: file.key }] },
      `A subscription of the file ${files.open}: "Brought" was not published, so there is no library to use.`,
    ],
  ])('refuses %s, and names the entry', async (_what, workspace, sentence) => {
    const answer = await apply(workspace);
    expect([answer.status, answer.json.err]).toEqual([400, sentence]);
  });

  it('lets two sites have one path, as those of separate worlds do', async () => {
    const sites = [
      { ...site, id: '71', file: files.open },
      { ...site, id: '72', file: files.open },
    ];
    expect((await apply({ sites })).status).toBe(200);
  });
});
