import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const sample = join(import.meta.dirname, '../../fixtures/sample');
let server: TestServer;
let folder: string;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-written-'));
  await writeFile(join(folder, 'a-file'), '');
  await mkdir(join(folder, 'report', 'index.html'), { recursive: true });
  await mkdir(join(folder, 'a-folder'));
  key = (await server.call('/workspace/v1/files', { body: { name: 'Shop', project: '1' } })).json.key;
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: [] };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  await server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body: { document } });
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const vitrine = (...args: string[]) =>
  runVitrine(args, { cwd: folder, env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder } });
const lumen = join(sample, 'lumen.json');
const noFolder = 'its folder is not there';
const notAFolder = 'a part of its path is no folder';

describe('A command that cannot write where it was told to says why in one sentence', () => {
  it.each<[place: string, reason: string, args: () => string[]]>([
    ['none/x', noFolder, () => ['backup', 'none/x']],
    ['a-file/x', notAFolder, () => ['backup', 'a-file/x']],
    ['a-file/x', notAFolder, () => ['render', lumen, '-o', 'a-file/x']],
    ['a-file', 'a file of its name is there', () => ['render', lumen, '-o', 'a-file']],
    ['a-file/x', notAFolder, () => ['render', key, '0:1', '-o', 'a-file/x']],
    ['none/x.json', noFolder, () => ['variables', 'export', '--file', key, '-o', 'none/x.json']],
    ['a-folder', 'it is a folder', () => ['variables', 'export', '--file', key, '-o', 'a-folder']],
    ['report/index.html', 'it is a folder', () => ['diff', lumen, lumen, '--format', 'html', '-o', 'report']],
    ['a-file/x', notAFolder, () => ['diff', lumen, lumen, '--format', 'html', '-o', 'a-file/x']],
    ['none/x.har', noFolder, () => ['run', '--record', 'none/x.har', '--', process.execPath, '-e', '0']],
    ['a-file/x', notAFolder, () => ['replay', lumen, '--ready-file', 'a-file/x']],
  ])('%s: %s', async (place, reason, args) => {
    const { code, stdout, stderr } = await vitrine(...args());
    expect([code, stdout, stderr]).toEqual([1, '', `${join(folder, place)} cannot be written: ${reason}.\n`]);
  });
});
