import { describe, expect, it } from 'vitest';
import { castServer, files, people, projects } from '../testing/cast.ts';

const { play } = castServer();

const apply = async (workspace: object) => (await play('admin', 'POST /workspace/v1/apply', workspace)).json;
const status = { file: files.open, node: '1:2', status: 'READY_FOR_DEV', message: 'Go' };
const statusShown = async (key: string, nodeId: string) => {
  const { json } = await play('alice', `GET /v1/files/${key}/nodes?ids=${nodeId}`);
  return json.nodes[nodeId].document.devStatus;
};

describe('Applying states of development', () => {
  it('marks a node of the current document and takes the mark off again', async () => {
    expect((await apply({ dev_statuses: [status] })).updated).toHaveLength(1);
    expect(await statusShown(files.open, '1:2')).toEqual({ type: 'READY_FOR_DEV', description: 'Go' });
    expect(await apply({ dev_statuses: [status] })).toMatchObject({ updated: [], unchanged: 1 });
    const none = { ...status, status: 'NONE' };
    expect((await apply({ dev_statuses: [none] })).updated).toHaveLength(1);
    expect(await statusShown(files.open, '1:2')).toEqual({ type: 'NONE' });
    expect(await apply({ dev_statuses: [none] })).toMatchObject({ updated: [], unchanged: 1 });
  });

  it('marks the document that comes with them, in one version', async () => {
    const frame = (id: string) => ({ id, name: id, type: 'FRAME', children: [] });
    const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [frame('1:1'), frame('1:2')] };
    const source = { document: { id: '0:0', name: 'D', type: 'DOCUMENT', children: [page] } };
    const place = { name: 'Marked', project: projects.open, owner: people.alice };
    const workspace = {
      files: [{ ...place, key: 'marked', source }],
      dev_statuses: [
        { file: 'marked', node: '1:1', status: 'COMPLETED' },
        { ...status, file: 'marked' },
      ],
    };
    await apply(workspace);
    expect(await statusShown('marked', '1:1')).toEqual({ type: 'COMPLETED' });
    expect(await statusShown('marked', '1:2')).toEqual({ type: 'READY_FOR_DEV', description: 'Go' });
    expect((await play('alice', 'GET /v1/files/marked/versions')).json.versions).toHaveLength(1);
    expect(await apply(workspace)).toMatchObject({ created: [], updated: [] });
  });

  it.each([
    ['a file that is not there', { file: 'none' }, 'none'],
    ['a file without content', { file: files.empty }, 'no content'],
    ['a node that is not there', { node: '9:9' }, '9:9'],
    ['a node that has no such state', { node: '0:1' }, 'CANVAS'],
  ])('refuses %s', async (_case, more, words) => {
    const answer = await apply({ dev_statuses: [{ ...status, ...more }] });
    expect([answer.status, answer.err]).toEqual([400, expect.stringContaining(words)]);
  });
});
