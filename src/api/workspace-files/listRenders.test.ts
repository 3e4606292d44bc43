import { expect, it } from 'vitest';
import { castServer, files } from '../../testing/cast.ts';

const { play } = castServer();
const list = (who: 'alice' | 'carla' | 'dan', query: string) =>
  play(who, `GET /workspace/v1/renders?file=${files.open}${query}`);

it('tells of images and of nodes without one, the last first', async () => {
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

it('says of a node that is not there that it is missing, and nothing of one that nobody asked for', async () => {
  expect((await list('alice', '&id=9:9')).json.renders).toEqual([{ node_id: '9:9', reason: 'missing' }]);
  expect((await list('alice', '&id=1:4')).json.renders).toEqual([]);
});

it.each([
  ['dan', `?file=${files.open}`, 404],
  ['alice', '?file=nothing', 404],
  ['alice', '', 400],
] as const)('%s asking for "%s" gets %i', async (who, query, status) => {
  expect((await play(who, `GET /workspace/v1/renders${query}`)).status).toBe(status);
});
