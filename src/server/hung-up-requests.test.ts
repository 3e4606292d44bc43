import { once } from 'node:events';
import { Agent, request } from 'undici';
import { expect, test, vi } from 'vitest';
import { castServer, files, tokens } from '../testing/cast.ts';

const cast = castServer();

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
  const begun = Promise.withResolvers<void>();
  const failed = vi.spyOn(context.log, 'error');
  const told = vi.spyOn(context.metrics, 'observe');
  vi.spyOn(context.images, 'render').mockImplementation(async ({ signal }) => {
    begun.resolve();
    await once(signal as AbortSignal, 'abort');
    throw new Error('The caller hung up.');
  });
  const caller = new AbortController();
  const asked = expect(askForPicture(caller.signal)).rejects.toThrow();
  await begun.promise;
  caller.abort();
  await asked;
  await expect.poll(() => told.mock.calls.filter(([operation]) => operation === 'getImages')).toHaveLength(1);
  const [[, status] = []] = told.mock.calls.filter(([operation]) => operation === 'getImages');
  expect(status).toBe(499);
  expect(failed).not.toHaveBeenCalled();
});
