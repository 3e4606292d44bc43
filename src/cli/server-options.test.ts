import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeRunningAddress, writeRunningAddress } from '../running-address.ts';
import { recordingIo } from '../testing/command-io.ts';
import { findServer } from './server-options.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-place-'));
  await mkdir(join(folder, 'data', 'tls'), { recursive: true });
  await writeFile(join(folder, 'data', 'admin-token'), 'of-the-folder\n');
  await writeFile(join(folder, 'data', 'tls', 'ca.pem'), 'PEM of the folder');
});
afterEach(() => rm(folder, { recursive: true }));

type Given = Parameters<typeof findServer>[0];
const find = (given: Given = {}, env: Record<string, string> = {}) =>
  findServer(given, recordingIo({ cwd: folder, env }).io);

describe('the server of a command', () => {
  it('is the local one, with token and authority of its data folder', async () => {
    const place = await find();
    expect(place).toMatchObject({ url: 'https://127.0.0.1:7700', token: 'of-the-folder' });
    expect(place.trusted?.at(-1)).toBe('PEM of the folder');
  });

  it('is where the one of its data folder says that it runs', async () => {
    await writeRunningAddress(join(folder, 'data'), 'https://127.0.0.1:7801');
    expect(await find()).toMatchObject({ url: 'https://127.0.0.1:7801', token: 'of-the-folder' });
    expect(await find({ url: 'https://localhost:7700' })).toMatchObject({ url: 'https://localhost:7700' });
    await removeRunningAddress(join(folder, 'data'));
    expect(await find()).toMatchObject({ url: 'https://127.0.0.1:7700' });
  });

  it('is that of the environment, and before that the one of the options', async () => {
    const env = { VITRINE_URL: 'https://a.example/', VITRINE_TOKEN: 'env', VITRINE_DATA: 'elsewhere' };
    expect(await find({}, env)).toEqual({ url: 'https://a.example', token: 'env', trusted: undefined });
    const given = { url: 'https://b.example/path/', token: 'given', data: 'data' };
    expect(await find(given, env)).toMatchObject({ url: 'https://b.example/path', token: 'given' });
  });

  it('is trusted by the authority of --ca before that of the folder, and has to be readable', async () => {
    await writeFile(join(folder, 'mine.pem'), 'mine');
    expect((await find({ ca: 'mine.pem' })).trusted?.at(-1)).toBe('mine');
    expect((await find({}, { VITRINE_CA: 'mine.pem' })).trusted?.at(-1)).toBe('mine');
    await expect(find({ ca: 'none.pem' })).rejects.toThrow('cannot be read');
  });

  it.each(['https://design.example', 'https://127.0.0.1.example', 'https://10.0.0.1'])(
    'never gets the token of a data folder when it is another machine: %s',
    async (url) => {
      await expect(find({ url })).rejects.toThrow('give --token or set VITRINE_TOKEN');
      await expect(find({ url, data: 'data' })).rejects.toThrow('give --token or set VITRINE_TOKEN');
    },
  );

  it.each(['http://design.example', 'http://10.0.0.1:7700'])(
    'is not called in plain text: %s',
    async (url) => {
      await expect(find({ url, token: 'x' })).rejects.toThrow('use https://');
    },
  );

  it('may be called in plain text on this machine', async () => {
    expect((await find({ url: 'http://127.0.0.1:7700' })).token).toBe('of-the-folder');
  });

  it('needs a token, and the sentence says where one was looked for', async () => {
    await expect(find({ data: 'empty' })).rejects.toThrow(
      `There is no token at ${join(folder, 'empty', 'admin-token')}`,
    );
  });
});
