import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordingIo } from '../../testing/command-io.ts';
import { openStandIn, type StandIn } from '../../testing/stand-in-server.ts';
import { runCommand } from '../command.ts';
import { openRedirection } from '../run/redirection.ts';
import { runChild } from '../run/run-child.ts';
import { run } from '../run.ts';
import { EntrySpans } from './entry-spans.ts';
import { openTape } from './read-tape.ts';
import { openRecorder } from './recorder.ts';
import { mask, secretsOf } from './secrets.ts';

/** Those that a run knows, each somewhere else, and one that has a form of its own. */
const secrets = {
  token: 'zq-token-1f6c9e',
  variable: 'zq-variable-77a1',
  cookie: 'zq-cookie-value-0a1b2c3d4e',
  code: 'zq-code-4e21',
  clientSecret: 'zq/client secret+83',
  accessToken: 'zq-access-55aa01',
  late: 'zq-late-secret-0911',
  nested: 'zq-nested-4410aa',
  field: 'zq-field-6612ab',
  element: 'zq-element-9a11',
};
const formed = 'figd_zq0123456789abcdefghij';
const content = JSON.stringify({
  name: 'Grüße 🎨 "quoted"',
  nested: { at: '\\u0026', token: 'colors.primary' },
});
const encodings = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync } as const;
const png = Buffer.from('89504e470d0a1a0a00ff00fe', 'hex');

/** What the original answers, by path. */
function answer(path: string, response: import('node:http').ServerResponse): void {
  const { pathname, searchParams } = new URL(path, 'https://x.invalid');
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  const coding = searchParams.get('coding') as keyof typeof encodings | null;
  if (coding !== null) {
    response.writeHead(200, { ...type, 'Content-Encoding': coding }).end(encodings[coding](content));
  } else if (pathname === '/image') response.writeHead(200, { 'Content-Type': 'image/png' }).end(png);
  else if (pathname === '/token') {
    const cookie = `session=${secrets.cookie}; HttpOnly`;
    const body = JSON.stringify({ access_token: secrets.accessToken, user_id: 7 });
    response.writeHead(200, { ...type, 'Set-Cookie': cookie }).end(body);
  } else if (pathname === '/cut') {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('half', () => response.destroy());
  } else {
    const seen = `${searchParams.get('pat')} ${secrets.late} ${formed}`;
    const times = (counts.get(path) ?? 0) + 1;
    counts.set(path, times);
    response.writeHead(200, type).end(JSON.stringify({ path: pathname, times, seen }));
  }
}

const counts = new Map<string, number>();

/** What a tool does: secrets under the names that they have, and under odd ones. */
const tool = `
  const base = 'https://api.figma.com';
  const get = (path, init) => fetch(base + path, init).then((r) => r.text()).catch(() => 'broken');
  (async () => {
    await get('/v1/odd?pat=${secrets.token}&late=${secrets.late}', { headers: { 'X-Odd': '${secrets.variable}' } });
    await get('/v1/files/a?depth=1', { headers: { 'X-Figma-Token': '${secrets.token}' } });
    await get('/v1/files/a?depth=1', { headers: { 'X-Figma-Token': '${secrets.token}' } });
    for (const coding of ['gzip', 'br', 'zstd']) await get('/v1/coded?coding=' + coding);
    await get('/image');
    await get('/token', { method: 'POST', body: new URLSearchParams({ code: '${secrets.code}',
      client_id: 'app', client_secret: '${secrets.clientSecret}' }) });
    await get('/v1/files/b?client_secret=' + encodeURIComponent('${secrets.clientSecret}'),
      { headers: { Authorization: 'Bearer ${secrets.accessToken}', Cookie: 'session=${secrets.cookie}' } });
    await get('/v1/webhooks', { method: 'POST', body: JSON.stringify({ passcode: '${secrets.late}' }) });
    await get('/v1/log', { method: 'POST', body: JSON.stringify({ message: JSON.stringify({ client_secret: '${secrets.nested}' }) }) });
    const form = new FormData();
    form.append('client_secret', '${secrets.field}');
    await get('/v1/form', { method: 'POST', body: form });
    await get('/v1/xml', { method: 'POST', body: '<a><access_token>${secrets.element}</access_token></a>',
      headers: { 'Content-Type': 'text/xml' } });
    await get('/cut');
  })();`;

let standIn: StandIn;
let folder: string;
let tape: string;
let ran: { code: number; stderr: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-tape-test-'));
  standIn = await openStandIn({ answer: ({ path }, response) => answer(path, response) });
  tape = join(folder, 'tape.har');
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    MY_SERVICE_TOKEN: secrets.variable,
  };
  const { io, stderr } = recordingIo({ env, cwd: folder });
  const options = ['--record', 'tape.har', '--to', standIn.url, '--to-ca', standIn.caPath];
  const code = await runCommand(run, [...options, '--', process.execPath, '-e', tool], io);
  ran = { code, stderr: stderr() };
});
afterAll(async () => {
  await standIn.close();
  await rm(folder, { recursive: true });
});

const entriesOf = async (path: string) => JSON.parse(await readFile(path, 'utf8')).log.entries;

it('A recorded tape is a HAR 1.2 file that its owner alone may read', async () => {
  expect(ran).toEqual({ code: 0, stderr: `${tape} holds 14 answers.\n` });
  expect((await stat(tape)).mode & 0o777).toBe(0o600);
  const { log } = JSON.parse(await readFile(tape, 'utf8'));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Vitrine', version: expect.any(String) } });
  for (const entry of log.entries) {
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      time: expect.any(Number),
      request: {
        method: expect.any(String),
        url: expect.stringMatching(/^https:\/\/api\.figma\.com\//),
        httpVersion: 'HTTP/1.1',
        cookies: expect.any(Array),
        headers: expect.any(Array),
        queryString: expect.any(Array),
        headersSize: -1,
        bodySize: expect.any(Number),
      },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: 'HTTP/1.1',
        cookies: expect.any(Array),
        headers: expect.any(Array),
        redirectURL: '',
        headersSize: -1,
        bodySize: expect.any(Number),
        content: { size: expect.any(Number), mimeType: expect.any(String), text: expect.any(String) },
      },
      cache: {},
      timings: { send: 0, wait: expect.any(Number), receive: expect.any(Number) },
    });
    expect(entry.time).toBeCloseTo(entry.timings.wait + entry.timings.receive, 2);
  }
});

it('A recorded tape holds what was said, decoded, bytes in Base64', async () => {
  const entries = await entriesOf(tape);
  const at = (path: string) =>
    entries.filter(({ request }: { request: { url: string } }) => request.url.includes(path));
  for (const { response } of at('/v1/coded')) {
    expect(response.content.text).toBe(content);
    expect(response.content.size).toBe(Buffer.byteLength(content));
  }
  expect(at('/image')[0].response.content).toMatchObject({
    text: png.toString('base64'),
    encoding: 'base64',
  });
  expect(at('/token')[0].request.postData.text).toBe(`code=${mask}&client_id=app&client_secret=${mask}`);
  expect(at('/cut')[0].response._error).toBe('The answer ended before it was complete.');
});

it('No secret of the run is on its tape, under whatever name and in whatever order they came', async () => {
  const text = await readFile(tape, 'utf8');
  for (const secret of [...Object.values(secrets), formed]) {
    for (const written of [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ a: secret }).toString().slice(2),
    ])
      expect([secret, text.includes(written)]).toEqual([secret, false]);
  }
  const sent = (await entriesOf(tape)).map((entry: { request: { postData?: { text: string } } }) =>
    Buffer.from(entry.request.postData?.text ?? '', 'base64').toString('latin1'),
  );
  for (const secret of Object.values(secrets)) expect(sent.join()).not.toContain(secret);
  expect(text).toContain('colors.primary');
});

it('Without another address the hosts that a program calls answer for themselves', async () => {
  const original = await openStandIn({ hosts: ['api.figma.com'] });
  const path = join(folder, 'original.har');
  const recorder = await openRecorder({ path, env: {}, now: Date.now });
  const redirection = await openRedirection({
    url: undefined,
    serverCa: original.ca,
    redirectedHosts: ['api.figma.com'],
    offline: false,
    recorder,
    env: { PATH: process.env.PATH },
    now: Date.now(),
    resolve: (host, port) =>
      host === 'api.figma.com' ? { host: '127.0.0.1', port: original.port } : { host, port },
  });
  const script = "fetch('https://api.figma.com/v1/me?a=1').then((r) => r.text()).then(console.log)";
  const { io, stdout } = recordingIo();
  const child = { command: process.execPath, args: ['-e', script], env: redirection.environment, io };
  expect(await runChild(child)).toBe(0);
  await redirection.close();
  expect(await recorder.close()).toEqual({ entries: 1, problem: undefined });
  await original.close();
  expect(JSON.parse(stdout())).toMatchObject({ path: '/v1/me?a=1', host: 'api.figma.com' });
  const [entry] = await entriesOf(path);
  expect(entry.request.url).toBe('https://api.figma.com/v1/me?a=1');
});

it('A tape that is cut anywhere is read up to there, and says so', async () => {
  const bytes = await readFile(tape);
  const cut = join(folder, 'cut.har');
  for (const share of [0.2, 0.5, 0.9, 0.999]) {
    await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * share)));
    const read = await openTape(cut);
    expect(read.answers.length).toBeLessThanOrEqual(14);
    expect(read.problems).toEqual([
      `The tape ends in the middle: its first ${read.answers.length} answers are used.`,
    ]);
    await read.close();
  }
  await truncate(cut, 40);
  await expect(openTape(cut)).rejects.toThrow(/is no tape: it holds no log with entries/);
});

it('A tape of a browser is read: its other order, entries without content, without an answer, of other things', async () => {
  const entry = (url: string, response: object) => ({
    request: { method: 'GET', url, headers: [] },
    response,
  });
  const good = { status: 200, content: { text: 'eyJhIjoxfQ==', encoding: 'base64' } };
  const headers = [':status', 'Content-Encoding', 'Content-Type'].map((name) => ({
    name,
    value: 'text/plain',
  }));
  const log = {
    entries: [
      entry('https://a.example/1', { ...good, headers }),
      entry('https://a.example/2', { status: 0 }),
      entry('https://a.example/3', { status: 200, content: { size: 17 } }),
      entry('data:text', { status: 'odd' }),
      'no object',
      {},
    ],
    pages: [{ entries: [{}] }],
    version: '1.2',
  };
  const path = join(folder, 'browser.har');
  await writeFile(path, `\uFEFF${JSON.stringify({ comment: { entries: [{}] }, log }, null, 2)}`);
  const read = await openTape(path);
  expect(read.answers.map(({ url }) => url.href)).toEqual(['https://a.example/1']);
  expect(read.answers[0]?.headers).toEqual([{ name: 'Content-Type', value: 'text/plain' }]);
  expect((await read.content(read.answers[0]!)).toString()).toBe('{"a":1}');
  expect(read.problems).toEqual([
    'Left out: 2 × what holds no answer.',
    'Left out: 1 × what holds no content of its answer.',
    'Left out: 1 × what is no entry of a tape.',
  ]);
  await read.close();
});

it.each(['', '[]', '{"log":{"entries":{}}}', 'text', '{"entries":[{}]}'])('%j is no tape', async (text) => {
  const path = join(folder, 'none.har');
  await writeFile(path, text);
  await expect(openTape(path)).rejects.toThrow(/is no tape/);
});

it('A tape of several megabytes is read with all its entries, those that lie in two pieces of it, too', async () => {
  const text = (place: number) => `${place} ${'é'.repeat(120_000)}`;
  const entries = Array.from({ length: 12 }, (_, place) => ({
    request: { method: 'GET', url: `https://a.example/${place}`, headers: [] },
    response: { status: 200, headers: [], content: { text: text(place) } },
  }));
  const path = join(folder, 'long.har');
  await writeFile(path, JSON.stringify({ log: { entries } }));
  const read = await openTape(path);
  expect(read.problems).toEqual([]);
  expect(read.answers.map(({ url }) => url.pathname)).toEqual(entries.map((_, place) => `/${place}`));
  const contents = await Promise.all(read.answers.map(read.content));
  expect(contents.map(String)).toEqual(entries.map((_, place) => text(place)));
  await read.close();
});

it('Entries are found wherever the pieces end in which a tape is read', async () => {
  const bytes = await readFile(tape);
  const spansBy = (sizeBytes: number) => {
    const reader = new EntrySpans();
    const spans = [];
    for (let at = 0; at < bytes.length; at += sizeBytes)
      spans.push(...reader.push(bytes.subarray(at, at + sizeBytes)));
    return { spans, ending: reader.ending() };
  };
  const whole = spansBy(bytes.length);
  expect([whole.spans.length, whole.ending]).toEqual([14, 'whole']);
  expect(spansBy(1)).toEqual(whole);
  expect(spansBy(1013)).toEqual(whole);
});

it.each([
  ['https://x/?X-Amz-Signature=abcdef0123&Expires=5', `https://x/?X-Amz-Signature=${mask}&Expires=5`],
  ['{"password": "correct horse"}', `{"password": "${mask}"}`],
  ['{"token":"short"}', '{"token":"short"}'],
  ['{"apiToken":"0123456789abcdefghijk"}', `{"apiToken":"${mask}"}`],
  ['{"fillToken":"colors.primary.default.strong"}', '{"fillToken":"colors.primary.default.strong"}'],
  ['code: 5, "postcode=12"', 'code: 5, "postcode=12"'],
  ['https://x/cb#access_token=abcdef0123&state=7', `https://x/cb#access_token=${mask}&state=7`],
  ['{"sessionId":"0123456789abcdefghijk"}', `{"sessionId":"${mask}"}`],
  [
    '{"api-key":"abc","signing_key":"0123456789abcdefghijk"}',
    `{"api-key":"${mask}","signing_key":"${mask}"}`,
  ],
  [
    '{"auth":"0123456789abcdefghijk","author":"9876543210abcdefghijk"}',
    `{"auth":"${mask}","author":"9876543210abcdefghijk"}`,
  ],
  ['<item token="0123456789abcdefghijk"/>', `<item token="${mask}"/>`],
  ['<fill token="colors.primary.default"/>', '<fill token="colors.primary.default"/>'],
  ['{"query":"login(password:\\"correct-horse\\")"}', `{"query":"login(password:\\"${mask}\\")"}`],
  ['https://ann:correct-horse@h.example/x', `https://ann:${mask}@h.example/x`],
  ['https://h.example:8080/@ann', 'https://h.example:8080/@ann'],
  ['-----BEGIN PRIVATE KEY-----\\nMIIE+/=\\n-----END PRIVATE KEY-----\\n', `${mask}\\n`],
])('%s is kept as %s', (text, kept) => {
  expect(secretsOf().masked(text)).toBe(kept);
});
