import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOwnServers } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { fileOf, startPair, type UpstreamPair } from './harness/upstream-pair.ts';

onOwnServers('Reading through', ({ postgres }) => {
  let pair: UpstreamPair;
  beforeAll(async () => {
    const files = ['main', 'other', 'slow'].map((key) => fileOf(key, exampleFile));
    pair = await startPair({ postgres, files, env: { VITRINE_READ_THROUGH: 'Original' } });
    await pair.add();
  });
  afterAll(() => pair?.stop());

  const asked = async (key: string) =>
    (
      await pair.upstream.call('GET', '/test/v1/requests', { token: pair.upstream.adminToken })
    ).json.requests.filter(({ path }: { path: string }) => path.includes(key)).length;

  it('brings a file that is not here to who first asks for it', async () => {
    const key = pair.there.id('main');
    const [theirs, ours] = await Promise.all([
      pair.there.get(`/v1/files/${key}`),
      pair.here.get(`/v1/files/${key}`, 'bob'),
    ]);
    expect([ours.status, ours.json.document]).toEqual([200, theirs.json.document]);
    expect(ours.headers['x-vitrine-mirror']).toMatch(/state=/);
    expect((await pair.here.get(`/v1/files/${key}/versions`, 'carla')).status).toBe(200);
  });

  it('shows nothing to who may not use the upstream, byte for byte', async () => {
    const key = pair.there.id('other');
    const answers = await Promise.all(
      [key, pair.there.id('main'), 'nothing'].map((one) => pair.here.get(`/v1/files/${one}`, 'dan')),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      answers.map(() => [404, answers[2]?.text]),
    );
    expect(await asked(key)).toBe(0);
  });

  it('remembers for a minute what the upstream does not know', async () => {
    const get = () => pair.here.get('/v1/files/nothingOfTheKind/comments');
    const first = await get();
    expect([first.status, (await get()).status]).toEqual([404, 404]);
    expect(await asked('nothingOfTheKind')).toBe(1);
    const body = { advance: '61s' };
    await pair.server.call('POST', '/test/v1/clock', { token: pair.server.adminToken, body });
    expect((await get()).text).toBe(first.text);
    expect(await asked('nothingOfTheKind')).toBe(2);
  });

  it('says when to come again where the upstream takes no calls', async () => {
    const key = pair.there.id('slow');
    const token = pair.upstream.adminToken;
    await pair.upstream.call('POST', '/test/v1/faults', {
      token,
      body: { operation: 'getFileMeta', times: 1, status: 429 },
    });
    const refused = await pair.here.get(`/v1/files/${key}`);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    const body = { advance: '2m' };
    await pair.server.call('POST', '/test/v1/clock', { token: pair.server.adminToken, body });
    expect((await pair.here.get(`/v1/files/${key}`)).status).toBe(200);
  });
});
