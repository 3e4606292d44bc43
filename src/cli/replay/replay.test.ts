import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTape, type Tape } from '../tape/read-tape.ts';
import { mask } from '../tape/secrets.ts';
import { openReplay, type Replay } from './open-replay.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const entry = (
  second: number,
  method: string,
  url: string,
  text: string,
  more: { status?: number; body?: string; headers?: object[]; _error?: string } = {},
) => ({
  startedDateTime: at(second),
  request: { method, url, ...(more.body === undefined ? {} : { postData: { text: more.body } }) },
  response: {
    status: more.status ?? 200,
    statusText: 'Told',
    headers: more.headers ?? [],
    _error: more._error,
    content: { text },
  },
});
const api = 'https://api.figma.com';
const entries = [
  entry(3, 'GET', `${api}/v1/files/a?b=2&a=1`, 'third'),
  entry(1, 'GET', `${api}/v1/files/a?a=1&b=2`, 'first', {
    headers: [
      { name: 'X-Kept', value: 'yes' },
      { name: 'Content-Encoding', value: 'gzip' },
      { name: 'Content-Length', value: '1' },
    ],
  }),
  entry(2, 'GET', `${api}/v1/files/a?a=1&b=2`, 'second', { status: 429 }),
  entry(1, 'GET', 'https://other.example/v1/me', 'other'),
  entry(1, 'GET', `${api}/v1/me`, 'mine'),
  entry(1, 'POST', `${api}/v1/oauth/token?x=${mask}`, 'granted', { body: `code=${mask}&id=7` }),
  entry(1, 'GET', `${api}/v1/cut`, 'half', { _error: 'The answer ended before it was complete.' }),
  entry(1, 'GET', `${api}//[/x`, 'odd path'),
  entry(1, 'GET', `${api}/v1/nothing`, '', { status: 204 }),
];

let folder: string;
let tape: Tape;
let replay: Replay;
const unknown: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-replay-test-'));
  await writeFile(join(folder, 'tape.har'), JSON.stringify({ log: { version: '1.2', entries } }));
  tape = await openTape(join(folder, 'tape.har'));
  replay = await openReplay(tape, {
    port: 0,
    now: Date.now(),
    onUnknown: (sentence) => unknown.push(sentence),
  });
});
beforeEach(() => unknown.splice(0));
afterAll(async () => {
  await replay.close();
  await tape.close();
  await rm(folder, { recursive: true });
});

async function ask(method: string, path: string, { body = '', host = 'api.figma.com' } = {}) {
  const ca = await readFile(replay.ca);
  const { port } = new URL(replay.url);
  const headers = { Host: host, 'X-Figma-Token': 'any' };
  return new Promise<{ status: number | undefined; headers: object; text: string }>((done, fail) => {
    const asked = request(
      { host: '127.0.0.1', servername: 'localhost', port, method, path, ca, headers, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('error', fail);
        response.on('end', () => done({ status: response.statusCode, headers: response.headers, text }));
      },
    );
    asked.on('error', fail);
    asked.end(body);
  });
}

it('A replayed tape gives the answers to one question in their order, and the last one from then on', async () => {
  const told = [];
  for (let time = 0; time < 4; time++) told.push(await ask('GET', '/v1/files/a?a=1&b=2'));
  expect(told.map(({ status, text }) => [status, text])).toEqual([
    [200, 'first'],
    [429, 'second'],
    [200, 'third'],
    [200, 'third'],
  ]);
  expect(told[0]?.headers).toMatchObject({ 'x-kept': 'yes', 'content-length': '5' });
  expect(told[0]?.headers).not.toHaveProperty('content-encoding');
});

it('A replayed tape answers by the host that is asked, and for others by what is on it', async () => {
  expect((await ask('GET', '/v1/me', { host: 'other.example' })).text).toBe('other');
  expect((await ask('GET', '/v1/me')).text).toBe('mine');
  expect((await ask('GET', '/v1/me', { host: '127.0.0.1' })).text).toBe('other');
});

it('A question fits where something was masked, whatever is there now', async () => {
  const asked = await ask('POST', '/v1/oauth/token?x=secret', { body: 'code=other-code&id=7' });
  expect(asked.text).toBe('granted');
});

it('A question that is not on the tape is answered with a sentence, and one with another body with another', async () => {
  const { status, headers, text } = await ask('GET', '/v1/files/b');
  expect([status, headers]).toMatchObject([404, { 'x-vitrine-replay': 'unknown' }]);
  expect(JSON.parse(text)).toMatchObject({
    status: 404,
    err: 'The tape holds no answer to GET /v1/files/b.',
  });
  await ask('POST', '/v1/oauth/token?x=1', { body: 'code=other-code&id=8' });
  expect(unknown).toEqual([
    'The tape holds no answer to GET /v1/files/b.',
    'The tape holds no answer to POST /v1/oauth/token?x=1 with what was sent; it was asked with something else.',
  ]);
});

it('A question whose path begins as an address would is one like others, on a tape too', async () => {
  expect((await ask('GET', '//[/x')).text).toBe('odd path');
  expect((await ask('GET', '//[/y')).status).toBe(404);
  expect((await ask('GET', 'https://api.figma.com/v1/me')).text).toBe('mine');
});

it('An answer that broke off breaks off again, and one without content stays so', async () => {
  await expect(ask('GET', '/v1/cut')).rejects.toThrow(/aborted|hang up|reset/i);
  expect(await ask('GET', '/v1/nothing')).toMatchObject({ status: 204, text: '' });
});

it('A replay ends beside a connection that never came to speak TLS, and leaves no folder, nor one on a taken port', async () => {
  const home = await mkdtemp(join(folder, 'home-'));
  vi.stubEnv('TMPDIR', home);
  const open = (port: number) => openReplay(tape, { port, now: Date.now(), onUnknown: () => {} });
  try {
    const ending = await open(0);
    const port = Number(new URL(ending.url).port);
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    await expect(open(port)).rejects.toThrow('EADDRINUSE');
    await ending.close();
    expect(await readdir(home)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});
