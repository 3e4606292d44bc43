import { once } from 'node:events';
import { connect, constants } from 'node:http2';
import { Agent, request } from 'undici';
import { afterEach, expect, test, vi } from 'vitest';
import { castServer, files, tokens } from '../testing/cast.ts';

const cast = castServer();
afterEach(() => void vi.restoreAllMocks());

/** Begins to draw an image, and fails once nobody waits for it. */
function drawUntilHungUp(): Promise<void> {
  const begun = Promise.withResolvers<void>();
  vi.spyOn(cast.server().context.images, 'render').mockImplementation(async ({ signal }) => {
    begun.resolve();
    await once(signal as AbortSignal, 'abort');
    throw new Error('The caller hung up.');
  });
  return begun.promise;
}

/** What is counted and written of an operation from now on. */
function toldOf(operation: string) {
  const { metrics, log } = cast.server().context;
  vi.spyOn(log, 'isLevelEnabled').mockReturnValue(true);
  const counted = vi.spyOn(metrics, 'observe');
  const written = vi.spyOn(log, 'info');
  return () => ({
    counted: counted.mock.calls.filter(([of]) => of === operation).map(([, status]) => status),
    written: written.mock.calls.flatMap(([line]) => (line as unknown as { status?: number }).status ?? []),
  });
}

/** Ask for something, and give it up once it has `begun`. */
const waysToGiveUp = {
  'HTTP/1.1': async (path: string, begun: Promise<void>) => {
    const { url } = cast.server();
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
    const caller = new AbortController();
    const headers = { 'x-figma-token': tokens.alice };
    const asked = expect(
      request(url + path, { dispatcher, headers, signal: caller.signal }),
    ).rejects.toThrow();
    await begun;
    caller.abort();
    await asked;
  },
  'HTTP/2': async (path: string, begun: Promise<void>) => {
    const session = connect(cast.server().url, { rejectUnauthorized: false });
    const stream = session.request({ ':path': path, 'x-figma-token': tokens.alice }).on('error', () => {});
    await begun;
    stream.close(constants.NGHTTP2_CANCEL);
    await once(stream, 'close');
    session.close();
  },
} as const;

test.each(Object.entries(waysToGiveUp))(
  'what is given up over %s is told once, as that',
  async (_version, giveUp) => {
    const told = toldOf('getImages');
    await giveUp(`/v1/images/${files.open}?ids=1:2`, drawUntilHungUp());
    await expect.poll(told).toEqual({ counted: [499], written: [499] });
    await cast.server().call('/v1/me', { token: tokens.alice });
    await expect.poll(() => told().written).toEqual([499, 200]);
    expect(told().counted).toEqual([499]);
  },
);

test('a body over HTTP/2 that is broken off is told once, as given up', async () => {
  const told = toldOf('postComment');
  const session = connect(cast.server().url, { rejectUnauthorized: false });
  const stream = session
    .request({
      ':path': `/v1/files/${files.open}/comments`,
      ':method': 'POST',
      'x-figma-token': tokens.alice,
      'content-type': 'application/json',
    })
    .on('error', () => {});
  const hasBegun = vi.spyOn(cast.server().context.ids, 'uuid');
  stream.write('{"message"');
  await expect.poll(() => hasBegun.mock.calls.length).toBe(1);
  stream.close(constants.NGHTTP2_CANCEL);
  await expect.poll(told).toEqual({ counted: [499], written: [499] });
  session.close();
});

test('a path that is not well-formed is told like every other', async () => {
  const told = toldOf('unknown');
  expect((await cast.server().call('/v1/%zz')).status).toBe(400);
  await expect.poll(told).toEqual({ counted: [400], written: [400] });
});

const askForPicture = (signal: AbortSignal): Promise<unknown> =>
  request(`${cast.server().url}/mcp`, {
    dispatcher: new Agent({ connect: { rejectUnauthorized: false } }),
    method: 'POST',
    headers: {
      'x-figma-token': tokens.alice,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_screenshot', arguments: { fileKey: files.open, nodeId: '1:2' } },
    }),
    signal,
  });

test('what was asked for an agent and is broken off since it has hung up is no failure', async () => {
  const { context } = cast.server();
  const failed = vi.spyOn(context.log, 'error');
  const told = vi.spyOn(context.metrics, 'observe');
  const begun = drawUntilHungUp();
  const caller = new AbortController();
  const asked = expect(askForPicture(caller.signal)).rejects.toThrow();
  await begun;
  caller.abort();
  await asked;
  await expect.poll(() => told.mock.calls.filter(([operation]) => operation === 'getImages')).toHaveLength(1);
  const [[, status] = []] = told.mock.calls.filter(([operation]) => operation === 'getImages');
  expect(status).toBe(499);
  expect(failed).not.toHaveBeenCalled();
});
