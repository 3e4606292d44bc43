import { expect, it } from 'vitest';
import { castServer, files, smallDesign } from '../../testing/cast.ts';

const { play } = castServer();
const list = (who: 'alice' | 'carla' | 'dan', query: string) =>
  play(who, `GET /workspace/v1/renders?file=${files.open}${query}`);

it('The list of renders shows images and nodes without one, the last first', async () => {
  await play('alice', `GET /v1/images/${files.open}?ids=1:2&scale=2`);
  await play('admin', 'POST /test/v1/clock', { advance: '1m' });
  await play('alice', `GET /v1/images/${files.open}?ids=1:3,9:9&format=svg`);
  const { renders } = (await list('carla', '')).json;
  expect(renders.map(({ node_id }: { node_id: string }) => node_id)).toEqual(['1:3', '1:2']);
  const options = { format: 'png', scale: 2, contents_only: true, use_absolute_bounds: false };
  expect(renders[1]).toMatchObject({ reason: null, width: 200, height: 100, options });
  expect(JSON.stringify(renders)).not.toMatch(/"(?!font[A-Z])[a-z]+[A-Z]\w*":/);
  expect((await list('alice', '&id=1:2')).json.renders).toHaveLength(1);
});

it('[LIM-12] The list of renders says of an image that is smaller than asked for which scale it has instead, and why', async () => {
  const box = { x: 0, y: 0, width: 100_000, height: 1 };
  const frame = { id: '1:9', name: 'Long', type: 'FRAME', absoluteBoundingBox: box, fills: [] };
  const design = smallDesign('Long') as { document: { children: { children: object[] }[] } };
  design.document.children[0]?.children.push(frame);
  await play('alice', `PUT /workspace/v1/files/${files.open}/content`, design);
  const told = async (format: string) => {
    const { status } = await play('alice', `GET /v1/images/${files.open}?ids=1:9&format=${format}`);
    const [{ width, scaled_down }] = (await list('alice', '&id=1:9')).json.renders;
    await play('admin', 'POST /test/v1/clock', { advance: '1m' });
    return { status, width, scaled_down };
  };
  const reason = 'The format holds 65,500 px a side at the most.';
  expect(await told('jpg')).toEqual({ status: 200, width: 65_500, scaled_down: { scale: 0.655, reason } });
  expect(await told('png')).toEqual({ status: 200, width: 100_000, scaled_down: undefined });
});

it('The list of renders names a requested node that does not exist, and no node that was not requested', async () => {
  expect((await list('alice', '&id=9:9')).json.renders).toEqual([{ node_id: '9:9', reason: 'missing' }]);
  expect((await list('alice', '&id=1:4')).json.renders).toEqual([]);
});

it.each([
  ['dan', `?file=${files.open}`, 404],
  ['alice', '?file=nothing', 404],
  ['alice', '', 400],
] as const)('The list of renders answers %s, asking for "%s", with %i', async (who, query, status) => {
  expect((await play(who, `GET /workspace/v1/renders${query}`)).status).toBe(status);
});
