import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { anyone } from '../../access/signed-address.ts';
import { exactNodeId, type NodeId, versionIdOf } from '../../contract/branded-ids.ts';
import { thumbnailPath } from '../../images/image-path.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import { castServer, files, people, projects, team } from '../../testing/cast.ts';

const { play, server } = castServer();

async function fetchThumbnail(nodeId?: NodeId, holder: typeof people.alice | typeof anyone = people.alice) {
  const { version } = (await play('alice', `GET /v1/files/${files.open}?depth=1`)).json;
  return fetching(thumbnailAddress(server().context, holder, files.open, version, nodeId));
}

/** Fetches an address again and again, as somebody without a token. */
function fetching(address: string) {
  const { pathname, search } = new URL(address);
  return () => play({ token: null }, `GET ${pathname}${search}`);
}

const openLink = async (link_access: string, file: string = files.open): Promise<void> => {
  expect((await play('alice', `PATCH /workspace/v1/files/${file}`, { link_access })).status).toBe(200);
};

it('A thumbnail of a node shows a node fitted into 400 px', async () => {
  const answer = await (await fetchThumbnail(exactNodeId('1:2')))();
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect(await sharp(answer.bytes).metadata()).toMatchObject({ width: 400, height: 200 });
});

it('A thumbnail of a node is not found where there is no such node', async () => {
  expect((await (await fetchThumbnail(exactNodeId('9:9')))()).status).toBe(404);
});

it('A thumbnail of a node is not found once its file is deleted', async () => {
  const again = await fetchThumbnail();
  expect((await again()).status).toBe(200);
  await play('alice', `DELETE /workspace/v1/files/${files.open}`);
  expect((await again()).status).toBe(404);
});

it('A thumbnail of a node has no address where a file has no content', async () => {
  const { file } = (await play('alice', `GET /v1/files/${files.empty}/meta`)).json;
  expect(file.thumbnail_url).toBe('');
});

describe('The address of a thumbnail', () => {
  const oembed = async () => {
    const { file } = (await play('alice', `GET /v1/files/${files.open}/meta`)).json;
    return play('dan', `GET /v1/oembed?url=${encodeURIComponent(file.url)}`);
  };

  it('that sites are told works while the link is open to anyone, and is answered like a deleted file then', async () => {
    await openLink('view');
    const again = fetching((await oembed()).json.thumbnail_url);
    const shown = await again();
    // No cache that others read from keeps it.
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, max-age=3600']);
    await openLink('edit');
    expect((await again()).status).toBe(200);
    const refused: string[] = [];
    for (const closed of ['org_view', 'org_edit', 'inherit']) {
      await openLink(closed);
      const answer = await again();
      expect([closed, answer.status]).toEqual([closed, 404]);
      refused.push(answer.text);
    }
    await openLink('view');
    expect((await again()).status).toBe(200);
    await play('alice', `DELETE /workspace/v1/files/${files.open}`);
    const gone = await again();
    expect([gone.status, new Set([...refused, gone.text]).size]).toEqual([404, 1]);
  });

  it('of a branch asks for the link of its main file', async () => {
    await openLink('view');
    const { key } = (await play('alice', `POST /workspace/v1/files/${files.open}/branches`, { name: 'Idea' }))
      .json;
    const { version } = (await play('alice', `GET /v1/files/${key}?depth=1`)).json;
    const again = fetching(thumbnailAddress(server().context, anyone, key, version));
    expect((await again()).status).toBe(200);
    await openLink('inherit');
    expect((await again()).status).toBe(404);
  });

  it('that a site shows works while the site is open', async () => {
    const again = await fetchThumbnail(undefined, anyone);
    expect((await again()).status).toBe(404);
    const made = await play('alice', 'POST /workspace/v1/sites', { name: 'Site', file: files.open });
    expect(made.status).toBe(200);
    expect((await again()).status).toBe(200);
    await play('alice', `PATCH /workspace/v1/sites/${made.json.id}`, { public: false });
    expect((await again()).status).toBe(404);
  });

  it('that a caller is told works for whomever they pass it to, while they may read the file', async () => {
    const addressFor = async (who: 'alice' | 'bob') =>
      (await play(who, `GET /v1/files/${files.open}?depth=1`)).json.thumbnailUrl;
    const [ofAlice, ofBob] = [fetching(await addressFor('alice')), fetching(await addressFor('bob'))];
    expect([(await ofAlice()).status, (await ofBob()).status]).toEqual([200, 200]);
    await play('alice', `DELETE /workspace/v1/teams/${team}/members/${people.bob}`);
    expect([(await ofAlice()).status, (await ofBob()).status]).toEqual([200, 404]);
    await openLink('view');
    expect((await ofBob()).status).toBe(200);
  });

  it('is for who asked in every answer that has one', async () => {
    const search = '/workspace/v1/search?q=Title';
    await expect.poll(async () => (await play('carla', `GET ${search}`)).json.hits.length).toBeGreaterThan(0);
    const told = await Promise.all(
      [
        `/v1/files/${files.open}/meta`,
        `/v1/files/${files.open}/versions`,
        `/v1/files/${files.open}/nodes?ids=1:2`,
        `/v1/projects/${projects.open}/files`,
        `/workspace/v1/files?project=${projects.open}`,
        '/workspace/v1/recent-files',
        search,
      ].map(async (path) => [path, (await play('carla', `GET ${path}`)).text] as const),
    );
    for (const [path, text] of told)
      expect([path, new Set(text.match(/[?]for=[^&]*/g))]).toEqual([path, new Set([`?for=${people.carla}`])]);
  });

  it('without an end, as they were given before, works while anyone may see the file', async () => {
    const { version } = (await play('alice', `GET /v1/files/${files.open}?depth=1`)).json;
    const path = thumbnailPath(files.open, versionIdOf(version) as never);
    const again = fetching(server().context.addresses.base + server().context.signer.sign(path, 'never'));
    expect((await again()).status).toBe(404);
    await openLink('view');
    expect((await again()).status).toBe(200);
  });

  it('for one is refused for another, and without a signature for it', async () => {
    const { thumbnailUrl } = (await play('bob', `GET /v1/files/${files.open}?depth=1`)).json;
    const other = thumbnailUrl.replace(`for=${people.bob}`, `for=${people.alice}`);
    for (const address of [
      other,
      other.replace(/for=[^&]*/, 'for=*'),
      other.replace(/for=[^&]*/, 'expires=never'),
    ])
      expect((await fetching(address)()).status).toBe(403);
  });
});
