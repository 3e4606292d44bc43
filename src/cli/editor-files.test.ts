import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onePixelPng } from '../testing/cast.ts';
import { runVitrine } from '../testing/command-io.ts';
import { archive, documentWith, figDesign, nodeOf } from '../testing/fig-files.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let folder: string;

const hash = createHash('sha1').update(onePixelPng).digest();
const imageRef = hash.toString('hex');
const fillPaints = [{ type: 'IMAGE', image: { hash }, imageScaleMode: 'FILL' }];
const canvas = figDesign(
  documentWith(
    nodeOf('FRAME', 5, 1, { name: 'Home\nscreen', size: { x: 40, y: 30 }, fillPaints }),
    nodeOf('RECTANGLE', 6, 5, { annotations: 'SOME' }),
  ),
);
const meta = Buffer.from(JSON.stringify({ file_name: 'From the editor' }));

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-editor-files-'));
  const design = { 'canvas.fig': canvas, 'meta.json': meta, [`images/${imageRef}`]: onePixelPng };
  await writeFile(join(folder, 'design.fig'), archive(design));
  const odd = Buffer.from(JSON.stringify({ file_name: 'a\u0000\u001b[31m\nb', exported_at: 'never' }));
  await writeFile(join(folder, 'odd.fig'), archive({ ...design, 'meta.json': odd }));
  await writeFile(join(folder, 'cut.fig'), archive(design).subarray(0, -30));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const vitrine = (line: string) =>
  runVitrine(line.split(' '), { cwd: folder, env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder } });

it('vitrine import takes a file of the editor with its name and images, and names what it left out', async () => {
  const { code, stdout, stderr } = await vitrine('import design.fig --project 1 --json');
  expect(stderr).toContain(
    '  The property annotations has no place in answers and is left out. (node 1:6)\n',
  );
  expect(code).toBe(0);
  const { key, name, nodes } = JSON.parse(stdout);
  expect({ name, nodes }).toEqual({ name: 'From the editor', nodes: 4 });
  const images = (await server.call(`/v1/files/${key}/images`)).json;
  expect(Object.keys(images.meta.images)).toEqual([imageRef]);
});

it('vitrine import says where to look at what it made, and vitrine file list lists it', async () => {
  const { stdout } = await vitrine('import design.fig --project 1 --name Seen');
  const [, key = ''] = /"Seen" is (\w+),/.exec(stdout) ?? [];
  expect(stdout).toContain(`\n  ${server.url}/design/${key}\n`);
  const listed = await vitrine('file list --project 1');
  expect(listed.stdout).toMatch(new RegExp(`${key} +Seen +\\S+ +\\S+/design/${key}/Seen\n`));
});

it('vitrine import refuses a file of the editor that was cut, and leaves nothing behind', async () => {
  const filesNow = async () => (await server.call('/v1/projects/1/files')).json.files.length;
  const before = await filesNow();
  const { code, stderr } = await vitrine('import cut.fig --project 1');
  expect({ code, said: stderr.split('\n').at(-2) }).toEqual({
    code: 1,
    said: 'cut.fig: The archive cannot be read: it ends in the middle.',
  });
  expect(await filesNow()).toBe(before);
});

it('vitrine render draws the frames of a file of the editor without a server', async () => {
  const { code, stdout } = await vitrine('render design.fig -o pictures --json');
  const [picture] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect({ code, picture }).toMatchObject({
    code: 0,
    picture: { id: '1:5', name: 'Home\nscreen', scale: 1 },
  });
  const png = await readFile(picture.path);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([40, 30]);
});

it('vitrine render says what is wrong with a file of the editor that was cut', async () => {
  const { code, stderr } = await vitrine('render cut.fig -o pictures');
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cut\.fig cannot be rendered: The archive cannot be read/),
  });
});

it('vitrine import takes a file of the editor whose own name nobody could print', async () => {
  const { code, stdout, stderr } = await vitrine('import odd.fig --project 1');
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/^odd\.fig: "a \[31m b" is \w+, version \d+, 4 nodes\.\n {2}\S+\n$/);
});

it('vitrine import sends the images of a folder that a file of the editor shows and does not hold', async () => {
  await writeFile(join(folder, 'bare.fig'), canvas);
  await mkdir(join(folder, 'images'), { recursive: true });
  await writeFile(join(folder, 'images', `${imageRef}.png`), onePixelPng);
  const { code, stdout } = await vitrine('import bare.fig --project 1 --images images --json');
  const { key, name } = JSON.parse(stdout);
  expect({ code, name }).toEqual({ code: 0, name: 'bare' });
  const images = (await server.call(`/v1/files/${key}/images`)).json;
  expect(Object.keys(images.meta.images)).toEqual([imageRef]);
});
