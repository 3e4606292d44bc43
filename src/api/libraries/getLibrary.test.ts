import { describe, expect, it } from 'vitest';
import { type Actor, castServer, files } from '../../testing/cast.ts';

const none = { created: [], modified: [], deleted: [] };

describe('How a file stands as a library', () => {
  const { play } = castServer();
  const key = files.open;
  const standing = async (who: Actor, file: string = key) =>
    (await play(who, `GET /workspace/v1/files/${file}/library`)).json;
  const component = (name: string) => ({
    document: {
      id: '0:0',
      type: 'DOCUMENT',
      name: 'Document',
      children: [
        {
          id: '0:1',
          type: 'CANVAS',
          name: 'Page',
          children: [
            {
              id: '1:1',
              type: 'COMPONENT',
              name,
              children: [],
              absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 10 },
            },
          ],
        },
      ],
    },
    components: { '1:1': { key: 'c'.repeat(40), name, description: '', remote: false } },
  });

  it('tells what was published when and by whom, and what changed since', async () => {
    await play('admin', `PUT /workspace/v1/files/${key}/content`, component('Button'));
    const button = { key: 'c'.repeat(40), name: 'Button' };
    expect(await standing('alice')).toMatchObject({
      published: null,
      changes: { components: { ...none, created: [button] }, styles: none, variables: none },
      libraries: [],
    });
    await play('alice', `POST /workspace/v1/files/${key}/publish`, { description: 'First' });
    expect(await standing('alice')).toMatchObject({
      published: { at: expect.stringMatching(/Z$/), by: expect.any(String), description: 'First' },
      changes: { components: none },
    });
    await play('admin', `PUT /workspace/v1/files/${key}/content`, component('Action'));
    await play('admin', `POST /v1/files/${key}/variables`, {
      variableCollections: [{ action: 'CREATE', id: 'c', name: 'Spaces' }],
      variables: [
        { action: 'CREATE', id: 'v', name: 'gap', variableCollectionId: 'c', resolvedType: 'FLOAT' },
      ],
    });
    expect((await standing('alice')).changes).toMatchObject({
      components: { ...none, modified: [{ name: 'Action' }] },
      variables: { ...none, created: [{ name: 'gap' }] },
    });
    const before = (await play('admin', `GET /v1/files/${key}/variables/published`)).json;
    expect(before.meta.variables).toEqual({});
  });

  it('names libraries that the file uses, and keeps those that the caller does not see', async () => {
    await play('alice', `POST /workspace/v1/files/${key}/publish`, {});
    await play('alice', `PUT /workspace/v1/files/${files.viewOnly}/subscriptions/${key}`);
    expect((await standing('alice', files.viewOnly)).libraries).toEqual([{ key, name: expect.any(String) }]);
  });

  it('tells changes of variables to full members of the organization alone', async () => {
    await play('admin', `POST /v1/files/${key}/variables`, {
      variableCollections: [{ action: 'CREATE', id: 'c', name: 'Spaces' }],
      variables: [
        { action: 'CREATE', id: 'v', name: 'gap', variableCollectionId: 'c', resolvedType: 'FLOAT' },
      ],
    });
    await play('alice', `PATCH /workspace/v1/files/${key}`, { link_access: 'view' });
    expect((await standing('alice')).changes.variables.created).toHaveLength(1);
    expect((await standing('dan')).changes.variables).toEqual(none);
  });

  it('is asked of main files that are there', async () => {
    const branch = (await play('alice', `POST /workspace/v1/files/${key}/branches`, { name: 'Idea' })).json
      .key;
    expect(await standing('alice', branch)).toMatchObject({
      message: 'A branch is no library: ask for its main file.',
    });
    expect((await play('alice', 'GET /workspace/v1/files/nothing/library')).status).toBe(404);
  });
});
