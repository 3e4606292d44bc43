import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../server/request-log.ts';
import { castServer, organizations, smallDesign } from '../testing/cast.ts';
import { openStandIn, type StandIn } from '../testing/stand-in-server.ts';
import { mirroringOf } from './mirroring.ts';

const { play, server } = castServer({ upstreamAllow: '127.0.0.1', readThrough: 'Original' });

let upstream: StandIn;
/** Sends the answer to the first question for metadata, which is held until then. */
let sendFirst: (() => void) | undefined;

beforeAll(async () => {
  upstream = await openStandIn({ answer: ({ path }, response) => answer(path, response) });
});
afterAll(() => upstream?.close());

function answer(path: string, response: ServerResponse): void {
  const [plain = ''] = path.split('?');
  const send = (body: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const file = { name: 'Design', version: '7', last_touched_at: '2026-01-01T00:00:00Z' };
  if (plain.endsWith('/meta') && sendFirst === undefined) sendFirst = () => send({ file });
  else if (plain.endsWith('/meta')) send({ file });
  else send(/\/files\/\w+$/.test(plain) ? { ...smallDesign('Read through'), version: '7' } : {});
}

/** The time by which reading through waits, which stands still until it is set; everybody else has the real one. */
function stillTime() {
  const real = performance.now.bind(performance);
  const seen = { at: real(), looks: 0 };
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
    const callers = new Error().stack?.split('\n').filter((line) => /\/src\/.*(?<!\.test)\.ts:/.test(line));
    const isOfReading = callers?.[0]?.includes('/mirrors/read-through.ts') === true;
    if (isOfReading) seen.looks += 1;
    return isOfReading ? seen.at : real();
  });
  onTestFinished(() => spy.mockRestore());
  return seen;
}

it('Who first asks for a file that is read through waits for 50 seconds, and hears then when to ask again', async () => {
  const place = { base_url: upstream.url, ca: upstream.ca, token: 'a-token', share: 1 };
  const named = { name: 'Original', organization: organizations.acme };
  await play('admin', 'POST /workspace/v1/upstreams', { ...named, ...place });
  const time = stillTime();
  const begun = time.at;
  const get = () => play('bob', 'GET /v1/files/readThrough');
  let hasEnded = false;
  const first = get().finally(() => {
    hasEnded = true;
  });
  await expect.poll(() => sendFirst).toBeDefined();
  time.at = begun + 49_999;
  const { looks } = time;
  await expect.poll(() => hasEnded || time.looks > looks + 2).toBe(true);
  expect(hasEnded).toBe(false);
  time.at = begun + 50_000;
  const { status, headers, json } = await first;
  expect([status, headers['retry-after'], json.err]).toEqual([
    429,
    '5',
    expect.stringContaining('being read'),
  ]);
  sendFirst?.();
  await expect.poll(async () => (await get()).status).toBe(200);
  expect(upstream.heard.filter(({ path }) => path.includes('geometry='))).toHaveLength(1);
});

/** What a start logs whose settings name an upstream so. */
async function logged(readThrough: string): Promise<string[]> {
  const { context } = server();
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(JSON.parse(line).msg) });
  const config = { ...context.config, readThrough, roles: ['web'] as const };
  await mirroringOf({ ...context, log, config }).start();
  return lines;
}

it('A start says that the upstream that files are to be read through is not there, or cannot be that', async () => {
  expect(await logged('Original')).toEqual([
    expect.stringContaining('names "Original", and there is no such upstream'),
  ]);
  const place = { organization: organizations.acme, base_url: upstream.url, token: 'a-token' };
  for (const [who, name] of [
    ['admin', 'Original'],
    ['alice', 'Own'],
  ] as const)
    expect((await play(who, 'POST /workspace/v1/upstreams', { ...place, name })).status).toBe(200);
  expect(await logged('Original')).toEqual([]);
  expect(await logged('Own')).toEqual([
    expect.stringContaining('names "Own", which the administrator of the installation did not add'),
  ]);
});
