import { beforeAll, expect, it } from 'vitest';
import { castWorkspace, files, projects, smallDesign, team } from '../../testing/cast.ts';
import { onServersOfBothEngines } from '../../testing/server-on-both-engines.ts';

const texts = encodeURIComponent('FRAME > TEXT');

onServersOfBothEngines('Selecting', castWorkspace(), ({ play }) => {
  const inFile = (query: string, as: Parameters<typeof play>[0] = 'alice') =>
    play(as, `GET /workspace/v1/files/${files.open}/select?${query}`);
  const place = (path: string, as: Parameters<typeof play>[0]) =>
    play(as, `GET /workspace/v1/${path}/select?selector=${texts}`);
  const namesOf = (json: { nodes: { properties: { characters: string } }[] }) =>
    json.nodes.map(({ properties }) => properties.characters);

  beforeAll(async () => {
    for (const key of [files.open, files.viewOnly, files.inviteOnly])
      await play('alice', `PUT /workspace/v1/files/${key}/content`, smallDesign(key));
  });

  it('answers nodes with their path and the properties that were asked for', async () => {
    const { status, json } = await inFile(
      `selector=${texts}&properties=characters,absoluteBoundingBox.x,none`,
    );
    expect([status, json]).toEqual([
      200,
      {
        nodes: [
          {
            file_key: files.open,
            id: '1:4',
            name: 'Title',
            type: 'TEXT',
            path: ['Page 1', files.open],
            properties: { characters: files.open, 'absoluteBoundingBox.x': 0 },
          },
        ],
      },
    ]);
  });

  it('goes on in the version that the first page was of, and answers of an older version', async () => {
    const first = (await inFile('selector=*&page_size=2')).json;
    expect(first.nodes.map(({ id }: { id: string }) => id)).toEqual(['0:0', '0:1']);
    const pushed = smallDesign('Later');
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, pushed);
    const rest = (await inFile(`selector=*&properties=characters&cursor=${first.next_cursor}`)).json;
    expect(namesOf(rest).at(-1)).toBe(files.open);
    expect(rest.next_cursor).toBeUndefined();
    expect(namesOf((await inFile('selector=TEXT&properties=characters')).json)).toEqual(['Later']);
    const versions = (await play('alice', `GET /v1/files/${files.open}/versions`)).json.versions;
    const older = await inFile(`selector=TEXT&properties=characters&version=${versions[1].id}`);
    expect(namesOf(older.json)).toEqual([files.open]);
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, smallDesign(files.open));
  });

  it.each([
    ['alice', [files.inviteOnly, files.open, files.viewOnly]],
    ['bob', [files.open, files.viewOnly]],
  ] as const)('over a team finds for %s what they see, a page at a time', async (who, expected) => {
    const found = [];
    let cursor = '';
    do {
      const path = `GET /workspace/v1/teams/${team}/select?selector=TEXT&page_size=1${cursor}`;
      const { json } = await play(who, path);
      found.push(...json.nodes.map(({ file_key }: { file_key: string }) => file_key));
      cursor = json.next_cursor === undefined ? '' : `&cursor=${json.next_cursor}`;
    } while (cursor !== '');
    expect(found).toEqual(expected);
  });

  it('over a project finds its files alone', async () => {
    const { json } = await place(`projects/${projects.viewOnly}`, 'carla');
    expect(json.nodes.map(({ file_key }: { file_key: string }) => file_key)).toEqual([files.viewOnly]);
  });

  it('answers for what the caller does not see as for what is not there', async () => {
    for (const [hidden, missing] of [
      [`files/${files.open}`, 'files/nothing'],
      [`projects/${projects.open}`, 'projects/555'],
      [`teams/${team}`, 'teams/555'],
    ] as const) {
      const [one, other] = [await place(hidden, 'dan'), await place(missing, 'dan')];
      expect([one.status, one.json]).toEqual([404, other.json]);
    }
  });

  it.each([
    ['selector=', 'selector'],
    ['selector=FRAME[', 'The selector cannot be read'],
    [`selector=${'x'.repeat(5001)}`, 'The selector has 5001 characters; it may have 5000.'],
    ['selector=*&cursor=x', 'Invalid value for "cursor"'],
    ['selector=*&cursor=WyJhIiwiYiIsLTFd', 'Invalid value for "cursor"'],
    ['selector=*&page_size=1001', 'page_size'],
  ])('refuses %.40s with a sentence', async (query, sentence) => {
    const { status, json } = await inFile(query);
    expect([status, json.err]).toEqual([400, expect.stringContaining(sentence)]);
  });
});
