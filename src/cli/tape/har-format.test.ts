import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordingIo } from '../../testing/command-io.ts';
import { harSchema } from '../../testing/har-schema.ts';
import { openStandIn, type StandIn } from '../../testing/stand-in-server.ts';
import { runCommand } from '../command.ts';
import { run } from '../run.ts';

const png = Buffer.from('89504e470d0a1a0a00ff00fe', 'hex');
const json = { 'Content-Type': 'application/json' };
const packed = gzipSync(JSON.stringify({ many: 'words '.repeat(100) }));

/** What the server answers, by path. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/packed': (response) => response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(packed),
  '/image': (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(png),
  '/moved': (response) => response.writeHead(302, { Location: '/image?size=2' }).end(),
  '/same': (response) => response.writeHead(304, { ETag: '"1"' }).end(),
  '/nothing': (response) => response.writeHead(204).end(),
  '/cookies': (response) =>
    response.writeHead(200, { ...json, 'Set-Cookie': ['a=1; Path=/; HttpOnly', 'b=2'] }).end('{}'),
  '/cut': (response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('half', () => response.destroy());
  },
  '/cut-packed': (response) => {
    response.writeHead(200, { ...json, 'Content-Encoding': 'gzip', 'Content-Length': packed.length });
    response.write(packed.subarray(0, 30), () => response.destroy());
  },
};

/** One request of each kind. */
const tool = `
  const ask = (path, init) => fetch('https://api.figma.com' + path, { redirect: 'manual', ...init })
    .then((response) => response.arrayBuffer()).catch(() => undefined);
  const post = (path, body, type) =>
    ask(path, { method: 'POST', body, ...(type && { headers: { 'Content-Type': type } }) });
  (async () => {
    for (const path of ${JSON.stringify(Object.keys(answers))}) await ask(path);
    await ask('/query?a=1&a=2&b=&c&d=%C3%A4+%20#part', { headers: { Cookie: 'one=1; two=2' } });
    await ask('/image', { method: 'HEAD' });
    await ask('/emptied', { method: 'DELETE' });
    await post('/json', JSON.stringify({ name: 'Grüße 🎨' }), 'application/json');
    await post('/form', new URLSearchParams({ name: 'ä b', other: '1' }));
    const form = new FormData();
    form.append('name', 'Grüße');
    await post('/parts', form);
    form.append('image', new Blob([Buffer.from('${png.toString('hex')}', 'hex')], { type: 'image/png' }), 'a.png');
    await post('/parts-of-bytes', form);
    await post('/bytes', Buffer.from('00ff00fe', 'hex'));
  })();`;

let standIn: StandIn;
let folder: string;
let tape: Tape;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-har-test-'));
  standIn = await openStandIn({
    answer: ({ path }, response) => {
      const answer = answers[new URL(path, 'https://x.invalid').pathname];
      if (answer === undefined) response.writeHead(200, json).end('{"ok":true}');
      else answer(response);
    },
  });
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: folder };
  const { io } = recordingIo({ env, cwd: folder });
  const options = ['--record', 'tape.har', '--to', standIn.url, '--to-ca', standIn.caPath];
  await runCommand(run, [...options, '--', process.execPath, '-e', tool], io);
  tape = JSON.parse(await readFile(join(folder, 'tape.har'), 'utf8'));
});
afterAll(async () => {
  await standIn.close();
  await rm(folder, { recursive: true });
});

interface Tape {
  readonly log: { readonly entries: readonly Entry[] };
}

interface Entry {
  readonly time: number;
  readonly timings: Readonly<Record<string, number>>;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly bodySize: number;
    readonly postData?: object;
    readonly queryString: readonly object[];
  };
  readonly response: {
    readonly bodySize: number;
    readonly redirectURL: string;
    readonly content: {
      readonly size: number;
      readonly compression?: number;
      readonly text: string;
      readonly encoding?: string;
    };
  };
}

const at = (path: string, method?: string): Entry => {
  const found = tape.log.entries.find(
    ({ request }) => new URL(request.url).pathname === path && request.method === (method ?? request.method),
  );
  return found ?? expect.fail(`nothing of ${path} is on the tape`);
};

describe('A recorded tape is one that other tools open:', () => {
  it('it fits the rules of HAR 1.2', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    // The package's types give the plain function as a namespace under this module setting.
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    const validate = ajv.compile(harSchema);
    validate(tape);
    expect((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual(
      [],
    );
    expect(tape.log.entries).toHaveLength(16);
  });

  it('times of entries are the sums of their phases', () => {
    for (const { time, timings } of tape.log.entries) {
      const phases = Object.entries(timings).filter(([name, ms]) => name !== 'ssl' && ms >= 0);
      expect(phases.reduce((sum, [, ms]) => sum + ms, 0)).toBeCloseTo(time, 6);
    }
  });

  it('contents are as long as they say, less what packing saved', () => {
    for (const { response } of tape.log.entries) {
      const { size, compression, text, encoding } = response.content;
      expect(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')).toHaveLength(size);
      if (compression !== undefined) expect(size - compression).toBe(response.bodySize);
    }
    expect(at('/packed').response.content.compression).toBeGreaterThan(100);
  });

  it('what was sent stands as text, and bytes in Base64', () => {
    expect(at('/json').request.postData).toEqual({
      mimeType: 'application/json',
      text: '{"name":"Grüße 🎨"}',
    });
    expect(at('/form').request.postData).toEqual({
      mimeType: expect.stringMatching(/^application\/x-www-form-urlencoded/),
      text: 'name=%C3%A4+b&other=1',
    });
    expect(at('/parts').request.postData).toEqual({
      mimeType: expect.stringMatching(/^multipart\/form-data; boundary=/),
      text: expect.stringContaining('name="name"\r\n\r\nGrüße\r\n'),
    });
    const bytes = Buffer.from('00ff00fe', 'hex').toString('base64');
    expect(at('/bytes').request).toMatchObject({
      bodySize: 4,
      postData: { text: bytes, _encoding: 'base64' },
    });
    expect(at('/parts-of-bytes').request.postData).toMatchObject({ _encoding: 'base64' });
    for (const path of ['/image', '/emptied']) expect(at(path).request).not.toHaveProperty('postData');
  });

  it('addresses, parameters and redirects are those of the request', () => {
    const names = ['a', 'a', 'b', 'c', 'd'];
    const values = ['1', '2', '', '', 'ä  '];
    const queryString = names.map((name, index) => ({ name, value: values[index] }));
    expect(at('/query').request.queryString).toEqual(queryString);
    expect(at('/moved').response.redirectURL).toBe('/image?size=2');
  });
});
