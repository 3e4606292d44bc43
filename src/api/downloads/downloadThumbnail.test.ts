import sharp from 'sharp';
import { expect, it } from 'vitest';
import { exactNodeId, type NodeId } from '../../contract/branded-ids.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import { castServer, files } from '../../testing/cast.ts';

const { play, server } = castServer();

async function fetchThumbnail(nodeId?: NodeId) {
  const { version } = (await play('alice', `GET /v1/files/${files.open}?depth=1`)).json;
  const url = new URL(thumbnailAddress(server().context, files.open, version, nodeId));
  return () => play({ token: null }, `GET ${url.pathname}${url.search}`);
}

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
