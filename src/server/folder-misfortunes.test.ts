import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillingDisk } from '../testing/filling-disk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-misfortunes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Starting = Omit<NonNullable<Parameters<typeof startTestServer>[0]>, 'folder'>;
const refusal = (starting: Starting = {}): Promise<string> =>
  startTestServer({ folder, ...starting }).then(
    async (server) => {
      await server.close();
      return 'started';
    },
    (error) => error.message,
  );

describe('A start says in one sentence, by its path,', () => {
  it('that the disk is full, before anything is made', async () => {
    const { files, state } = fillingDisk();
    state.left = 0;
    const sentence = `The data folder ${folder} cannot be written to: the disk is full.`;
    expect(await refusal({ files })).toBe(sentence);
    // The file is made, and its bytes have no room.
    state.left = 1;
    expect(await refusal({ files })).toBe(sentence);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that the disk has become full meanwhile', async () => {
    const { files, state } = fillingDisk();
    state.left = 2;
    expect(await refusal({ files })).toBe(
      `The data folder ${folder} cannot be written to: the disk is full.`,
    );
  });

  it.each(['blobs', 'blobs/incoming', 'cache', 'incoming', 'tls'])(
    'that a file lies in the place of the folder %s',
    async (name) => {
      const path = join(folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, '');
      expect(await refusal()).toBe(
        `${path} is no folder, and the server needs one of that name: move it away.`,
      );
      rmSync(path);
      expect(await refusal()).toBe('started');
    },
  );

  it.each([
    'vitrine.sqlite',
    'lock.sqlite',
    'secret',
    'admin-token',
    'address',
    'blobs/installation',
    ...['ca.pem', 'ca-key.pem', 'ca-hosts.json', 'cert.pem', 'key.pem'].map((name) => `tls/${name}`),
  ])('that a folder lies in the place of the file %s', async (name) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    expect(await refusal()).toBe(`${path} is no file, and the server needs one of that name: move it away.`);
  });

  it.skipIf(process.platform === 'win32').each(['tls/ca.pem', 'blobs/installation'])(
    'that a pipe lies in the place of a file, and waits for nothing that comes of it: %s',
    async (name) => {
      const path = join(folder, name);
      mkdirSync(join(path, '..'));
      execFileSync('mkfifo', [path]);
      expect(await refusal()).toBe(
        `${path} is no file, and the server needs one of that name: move it away.`,
      );
    },
  );

  it.each([
    ['lock.sqlite', 'written to'],
    ['cache', 'written to'],
    ['incoming', 'written to'],
    ['address', 'read'],
  ])('that links lead in a circle in the place of %s', async (name, done) => {
    const path = join(folder, name);
    symlinkSync(path, path);
    expect(await refusal()).toBe(`${path} cannot be ${done}: its links lead in a circle.`);
  });

  it('nothing of what settings name elsewhere', async () => {
    for (const name of ['secret', 'admin-token']) mkdirSync(join(folder, name));
    const [secretFile, adminTokenFile] = [join(folder, 'given-secret'), join(folder, 'given-token')];
    for (const path of [secretFile, adminTokenFile]) writeFileSync(path, `${path} `.repeat(3).slice(0, 64));
    expect(await refusal({ settings: { secretFile, adminTokenFile } })).toBe('started');
  });

  it('that the file which keeps others off is none of its own', async () => {
    const path = join(folder, 'lock.sqlite');
    writeFileSync(path, 'something else\n');
    expect(await refusal()).toBe(
      `The file ${path} cannot be used, which keeps others off the folder: file is not a database`,
    );
  });
});

describe('A file in the place of the folder of caches', () => {
  let server: TestServer;
  let key: string;
  const stop = { color: { r: 0, g: 0, b: 0, a: 1 }, position: 0 };
  const gradient = {
    type: 'GRADIENT_RADIAL',
    gradientHandlePositions: [
      { x: 0.5, y: 0.5 },
      { x: 1, y: 0.6 },
      { x: 0.4, y: 1 },
    ],
    gradientStops: [stop, { color: { r: 0.9, g: 0.4, b: 0.1, a: 1 }, position: 1 }],
  };
  const box = { x: 0, y: 0, width: 1000, height: 1000 };
  const frame = (id: string, side: number) => ({
    id,
    name: id,
    type: 'FRAME',
    fills: [gradient],
    children: [],
    absoluteBoundingBox: { ...box, width: side, height: side },
  });
  const document = {
    id: '0:0',
    name: 'Document',
    type: 'DOCUMENT',
    children: [{ id: '0:1', name: 'Page', type: 'CANVAS', children: [frame('1:1', 1000), frame('1:2', 4)] }],
  };
  beforeEach(async () => {
    server = await startTestServer({ folder });
    key = (await server.call('/workspace/v1/files', { body: { name: 'Design', project: '1' } })).json.key;
    await server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body: { document } });
    rmSync(join(folder, 'cache'), { recursive: true, force: true });
    writeFileSync(join(folder, 'cache'), '');
  });
  afterEach(() => server.close());

  it('is an error for images, and no node without an image, until it is gone', async () => {
    const asked = () => server.call(`/v1/images/${key}?ids=1:1,1:2`);
    const refused = await asked();
    expect([refused.status, refused.json.err]).toEqual([
      500,
      'The server cannot keep images at the moment; its log says why to its administrator.',
    ]);
    rmSync(join(folder, 'cache'));
    const { status, json } = await asked();
    expect([status, json.err]).toEqual([200, null]);
    for (const id of ['1:1', '1:2']) {
      const { pathname, search } = new URL(json.images[id]);
      expect((await server.call(pathname + search)).status).toBe(200);
    }
    expect(existsSync(join(folder, 'cache', 'renders'))).toBe(true);
  });

  it('leaves designs as they are', async () => {
    expect((await server.call(`/v1/files/${key}`)).json.document.children[0].children).toHaveLength(2);
  });
});
