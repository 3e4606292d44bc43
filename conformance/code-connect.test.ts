import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { anyEngine } from './harness/engines.ts';
import { scratchFolder } from './harness/scratch-folder.ts';
import { runVitrine } from './harness/vitrine-process.ts';
import { createWorld, type World } from './harness/world.ts';

const sample = resolve(import.meta.dirname, '..', 'fixtures', 'sample', 'lumen.json');
const main = createRequire(import.meta.url).resolve('@figma/code-connect');
const codeConnect = join(dirname(main), '..', '..', 'bin', 'figma');

/** A button's template as a team keeps it beside its code. */
const template = (fileKey: string, nodeId: string) => `
// url=https://www.figma.com/design/${fileKey}/Lumen?node-id=${nodeId}
// source=src/button.tsx
// component=Button
import figma from 'figma';
const button = figma.selectedInstance;
const label = button.getString('Label');
const kind = button.getEnum('Kind', { Primary: 'primary', Secondary: 'secondary' });
export default { id: 'button', example: figma.code\`<Button kind="\${kind}">\${label}</Button>\` };
`;

const settings = { codeConnect: { include: ['*.figma.ts'], label: 'React', language: 'jsx' } };

describe('Code Connect 2, unmodified', () => {
  let world: World;
  let folder: string;

  beforeAll(async () => {
    const source = JSON.parse(readFileSync(sample, 'utf8'));
    world = await createWorld(anyEngine(), cast({ files: [fileOf('main', source)] }));
    folder = await scratchFolder('connect');
    await writeFile(join(folder, 'figma.config.json'), JSON.stringify(settings));
    await writeFile(join(folder, 'package.json'), '{"private":true}');
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function run(command: readonly string[], nodeId = '20-40') {
    const { url, caPath } = anyEngine();
    const file = join(folder, 'button.figma.ts');
    await writeFile(file, template(world.id('main'), nodeId));
    const tool = [process.execPath, codeConnect, 'connect', ...command];
    const flags = ['--config', join(folder, 'figma.config.json'), '--dir', folder, '--skip-update-check'];
    const args = ['run', '--url', url, '--ca', caPath, '--offline', '--', ...tool, ...flags];
    return runVitrine(args, { FIGMA_ACCESS_TOKEN: world.token('alice') });
  }

  it('publish --dry-run finds the component and its properties', async () => {
    const { code, stderr } = await run(['publish', '--dry-run', '--exit-on-unreadable-files']);
    expect(stderr).toContain('All Code Connect files are valid');
    expect(stderr).toContain('Dry run complete');
    expect(code).toBe(0);
  });

  it('publish --dry-run refuses a node that is no component', async () => {
    const { code, stderr } = await run(['publish', '--dry-run'], '1-1');
    expect(stderr).toContain('is not a component or component set');
    expect(code).not.toBe(0);
  });

  it('preview --inspect lists the properties of a component set', async () => {
    const file = join(folder, 'button.figma.ts');
    const { code, stdout } = await run(['preview', file, '--inspect', '--output', 'json']);
    expect(code).toBe(0);
    const [{ nodeId, availableProperties }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
    expect(nodeId).toBe('20:40');
    expect(availableProperties).toEqual(
      expect.arrayContaining([
        { name: 'Label', type: 'TEXT', default: 'Continue' },
        { name: 'Show icon', type: 'BOOLEAN', default: true },
        { name: 'Kind', type: 'VARIANT', default: 'Primary', variantOptions: ['Primary', 'Secondary'] },
      ]),
    );
  });
});
