import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { anyEngine } from './harness/engines.ts';
import { nodeOf, nodesOf, type TreeNode } from './harness/node-tree.ts';
import { scratchFolder } from './harness/scratch-folder.ts';
import { runVitrine } from './harness/vitrine-process.ts';
import { createWorld, type World } from './harness/world.ts';

const project = resolve(import.meta.dirname, '..');
const corpus = resolve(project, process.env.VITRINE_CORPUS ?? join('..', 'shared', 'data'));
const radix = join(corpus, 'radix-icons', 'document.json');
const sample = join(project, 'fixtures', 'sample', 'lumen.json');

const packages = createRequire(import.meta.url);
const mcp = join(dirname(packages.resolve('figma-developer-mcp')), 'bin.js');
const figmaExport = join(dirname(packages.resolve('@figma-export/cli/package.json')), 'bin', 'run.js');
const figmaJs = fileURLToPath(new URL('./harness/read-with-figma-js.cjs', import.meta.url));

interface Source {
  readonly document: TreeNode;
  readonly components: Record<string, object>;
  readonly styles: Record<string, object>;
}

/** A frame with something in it, as a person would paste its address into a tool. */
function frameOf({ document }: Source): TreeNode {
  for (const node of nodesOf(document)) {
    if (['FRAME', 'COMPONENT'].includes(node.type) && (node.children?.length ?? 0) > 0) return node;
  }
  throw new Error('The source has no frame.');
}

/** How many styles are named by nodes without children: figma-transformer looks at these. */
function namedStyles({ document, styles }: Source): number {
  const leaves = [...nodesOf(document)].filter(({ children }) => (children ?? []).length === 0);
  const named = leaves.flatMap((node) => Object.values(node.styles ?? {}));
  return new Set(named.filter((id) => id in styles)).size;
}

/** Runs a tool as its users do, with nothing else of the network in reach. */
async function runTool(world: World, ...command: string[]): Promise<string> {
  const { url, caPath } = anyEngine();
  const token = world.token('alice');
  const { code, stdout, stderr } = await runVitrine(
    ['run', '--url', url, '--ca', caPath, '--offline', '--', process.execPath, ...command],
    { FIGMA_TOKEN: token, FIGMA_API_KEY: token, DO_NOT_TRACK: '1' },
  );
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe.each([
  ['radix-icons/document.json of the corpus', radix],
  ['the design system of the sample workspace', sample],
])('Unmodified clients read %s', (title, path) => {
  const isThere = existsSync(path);
  const note = isThere ? 'on a running server' : `(left out: ${basename(path)} is absent)`;
  describe.skipIf(!isThere)(note, () => {
    let world: World;
    let source: Source;
    let key: string;

    beforeAll(async () => {
      const bytes = readFileSync(path);
      source = JSON.parse(bytes.toString('utf8'));
      const inline = { base64: bytes.toString('base64') };
      world = await createWorld(anyEngine(), cast({ files: [fileOf('main', inline, { name: title })] }));
      key = world.id('main');
    });

    it('figma-js with figma-transformer', async () => {
      const frame = frameOf(source);
      const seen = JSON.parse(await runTool(world, figmaJs, key, frame.id));
      const pages = source.document.children?.map(({ name }) => name);
      const components = [...nodesOf(source.document)].filter(({ type }) => type === 'COMPONENT').length;
      const { document } = (await world.get(`/v1/files/${key}?ids=`)).json;
      expect(seen).toEqual({
        name: title,
        fileId: key,
        pages,
        components,
        styles: namedStyles(source),
        document: createHash('sha256').update(JSON.stringify(document)).digest('hex'),
        node: frame.name,
        fills: 0,
        handle: 'Alice',
        versions: 1,
      });
      expect([...nodesOf(document)]).toHaveLength([...nodesOf(source.document)].length);
    });

    it('figma-export, every component as an SVG', async () => {
      const folder = await scratchFolder('icons');
      try {
        const outputter = ['-O', packages.resolve('@figma-export/output-components-as-svg'), '-o', folder];
        await runTool(world, figmaExport, 'components', key, ...outputter);
        const written = await readdir(folder, { recursive: true, withFileTypes: true });
        const files = written.filter((entry) => entry.isFile());
        const components = [...nodesOf(source.document)].filter(({ type }) => type === 'COMPONENT');
        expect(files.length).toBe(components.length);
        for (const { parentPath, name } of files) {
          expect(await readFile(join(parentPath, name), 'utf8')).toMatch(/^<svg.*<\/svg>\s*$/s);
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    });

    it('figma-developer-mcp, a frame and the whole file', async () => {
      const frame = frameOf(source);
      const fetch = [mcp, 'fetch', '--no-telemetry', '--json', '--file-key', key];
      const part = JSON.parse(await runTool(world, ...fetch, '--node-id', frame.id));
      expect(part.metadata.name).toBe(title);
      expect(part.nodes).toHaveLength(1);
      expect(part.nodes[0]).toMatchObject({ id: frame.id });
      expect(part.nodes[0].children.length).toBeGreaterThan(0);
      const shallow = JSON.parse(await runTool(world, ...fetch, '--depth', '1'));
      expect(shallow.nodes.map(({ id }: { id: string }) => id)).toEqual(
        source.document.children?.map(({ id }) => id),
      );
      expect(nodeOf(source.document, frame.id).name).toBe(frame.name);
    });
  });
});

describe('Unmodified clients read the styles of a file', () => {
  it('figma-export, all but grids, which it leaves out', async () => {
    const source: Source = JSON.parse(readFileSync(sample, 'utf8'));
    const world = await createWorld(anyEngine(), cast({ files: [fileOf('main', source)] }));
    const outputter = ['-O', join(import.meta.dirname, 'harness', 'print-styles.mjs')];
    const printed = await runTool(world, figmaExport, 'styles', world.id('main'), ...outputter);
    const [, styles = ''] = /^styles=(.*)$/m.exec(printed) ?? [];
    const named = Object.values(source.styles) as { name: string; styleType: string }[];
    const names = named.filter(({ styleType }) => styleType !== 'GRID').map(({ name }) => name);
    expect(JSON.parse(styles).toSorted()).toEqual(names.toSorted());
  });
});
