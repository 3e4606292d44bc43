import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runVitrine } from '../../testing/command-io.ts';
import { documentWith, figDesign, nodeOf } from '../../testing/fig-files.ts';

const sample = join(import.meta.dirname, '../../../fixtures/sample');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-render-test-'));
  await cp(join(sample, 'lumen.json'), join(folder, 'lumen.json'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const render = (...args: string[]) =>
  runVitrine(['render', 'lumen.json', ...args, '-o', 'out'], { cwd: folder });
const made = () => readdir(join(folder, 'out'));

interface Node {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly children?: readonly Node[];
}

async function topFrames(): Promise<Node[]> {
  const { document } = JSON.parse(await readFile(join(sample, 'lumen.json'), 'utf8')) as { document: Node };
  const top = document.children!.flatMap(({ children = [] }) => children);
  return top.filter(({ type }) => ['FRAME', 'COMPONENT', 'COMPONENT_SET', 'SECTION'].includes(type));
}

describe('vitrine render with a file and no server', () => {
  it('draws a node at each scale, under its name', async () => {
    const [{ id, name }] = (await topFrames()) as [Node];
    const { code, stdout } = await render(id, '--scale', '0.1,0.2');
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toEqual(
      ['0.1', '0.2'].map((scale) => join(folder, 'out', `${name}@${scale}x.png`)),
    );
    const sizes = await Promise.all(
      (await made()).map((file) => sharp(join(folder, 'out', file)).metadata()),
    );
    expect(Math.abs(sizes[1]!.width - 2 * sizes[0]!.width)).toBeLessThanOrEqual(1);
  });

  it('draws all frames at the top where no node is named, ids with hyphens too, and tells by JSON', async () => {
    const frames = await topFrames();
    const all = await render('--format', 'svg', '--json');
    const told = all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(told.map(({ id }) => id)).toEqual(frames.map(({ id }) => id));
    expect((await made()).length).toBe(frames.length);
    const [first] = frames as [Node];
    const one = await render(first.id.replace(':', '-'), '--format', 'svg', '--json');
    expect(JSON.parse(one.stdout)).toMatchObject({ id: first.id, name: first.name, scale: 1 });
  });

  it('says which node has no picture and why, makes the others and ends with 1', async () => {
    const [{ id }] = (await topFrames()) as [Node];
    const { code, stderr } = await render('999:1', id, '--format', 'svg');
    expect(code).toBe(1);
    expect(stderr).toContain('999:1 (999:1) has no picture: the design has no such node.');
    expect((await made()).length).toBe(1);
  });

  it('draws a node once however its id is written', async () => {
    const [{ id }] = (await topFrames()) as [Node];
    const { code } = await render(id, id.replace(':', '-'), '--format', 'svg');
    expect([code, (await made()).length]).toEqual([0, 1]);
  });

  it('says where a design has no frames to draw', async () => {
    await writeFile(join(folder, 'lumen.json'), '{"id":"1:1","name":"Text","type":"TEXT"}');
    const { code, stderr } = await render();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        '  The file is a single node; it is taken without component and style descriptions.\n' +
        'There is no frame at the top of its pages: name NODEs.\n',
    });
  });

  it('draws with the fonts of a folder, and says which of its files are none', async () => {
    const [{ id }] = (await topFrames()) as [Node];
    const fonts = join(folder, 'fonts');
    await mkdir(fonts);
    await writeFile(join(fonts, 'broken.ttf'), 'no font');
    const { code, stderr } = await render(id, '--format', 'svg', '--fonts', 'fonts');
    expect(code).toBe(0);
    expect(stderr).toContain('The font broken.ttf is left out: ');
    const absent = await render(id, '--fonts', 'nowhere');
    expect(absent).toMatchObject({
      code: 1,
      stderr: `There is no folder of fonts ${join(folder, 'nowhere')}.\n`,
    });
  });

  it('refuses what is no design, and leaves nothing behind', async () => {
    await cp(join(sample, 'workspace.yaml'), join(folder, 'lumen.json'));
    const { code, stderr } = await render();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^.*lumen\.json cannot be rendered: .+\n$/);
    expect(await made()).toEqual([]);
  });
});

it('vitrine render says of a file of the editor what an import of it would leave out', async () => {
  const frame = nodeOf('FRAME', 5, 1, { strokeWeight: Number.NaN });
  await writeFile(join(folder, 'design.fig'), figDesign(documentWith(frame)));
  const { code, stderr } = await runVitrine(['render', 'design.fig', '-o', 'out'], { cwd: folder });
  expect([code, stderr]).toEqual([0, '  Numbers of the file that are none are taken as 0: 1.\n']);
});
