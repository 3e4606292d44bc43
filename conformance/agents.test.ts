import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { anyEngine } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { scratchFolder } from './harness/scratch-folder.ts';
import { createWorld, type World } from './harness/world.ts';

const packages = createRequire(import.meta.url);
const description = packages.resolve('@modelcontextprotocol/inspector/package.json');
const inspector = join(dirname(description), packages(description).bin['mcp-inspector']);
const project = resolve(import.meta.dirname, '..');
const vitrine = join(project, 'bin/vitrine.mjs');

const page = readFileSync(join(project, 'docs/agents.md'), 'utf8');
/** What stands between fences on the page: by its kind, and what is in it. */
const fenced = (kind: string, words: string): string =>
  page
    .split(`\`\`\`${kind}\n`)
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('\n```')))
    .find((part) => part.includes(words)) ?? '';

/** Runs the program of the page. */
async function playRound(given: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
  const folder = await scratchFolder('round');
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'round.ts'), fenced('ts', '// round.ts'));
  const child = spawn(process.execPath, ['round.ts'], { cwd: folder, env: given });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await rm(folder, { recursive: true, force: true });
  return { stdout, stderr };
}

it('The round of docs/agents.md says what a token lacks, and nothing of the program', async () => {
  const server = anyEngine();
  const world = await createWorld(server, cast({ files: [fileOf('main', exampleFile, { name: 'Main' })] }));
  const { stderr } = await playRound({
    VITRINE_URL: server.url,
    NODE_EXTRA_CA_CERTS: server.caPath,
    VITRINE_TOKEN: world.token('alice'),
    FILE_KEY: world.id('main'),
  });
  expect(stderr).toMatch(/^find: .*workspace:read.*\n$/);
});

it('The round of docs/agents.md prints what the page says, by the client of the protocol', async () => {
  const server = anyEngine();
  const lumen = JSON.parse(readFileSync(join(project, 'fixtures/sample/lumen.json'), 'utf8'));
  const world = await createWorld(server, cast({ files: [fileOf('main', lumen, { name: 'Lumen' })] }));
  const isFound = async () =>
    (await world.get('/workspace/v1/search?q=only+write&type=TEXT', 'alice-push')).json.hits.length > 0;
  await expect.poll(isFound).toBe(true);
  const { stdout, stderr } = await playRound({
    VITRINE_URL: server.url,
    NODE_EXTRA_CA_CERTS: server.caPath,
    VITRINE_TOKEN: world.adminToken,
    FILE_KEY: world.id('main'),
  });
  const plain = stdout
    .replaceAll(world.id('main'), 'LumenLibrary2026design')
    .replaceAll(/Comment \d+/g, 'Comment 1')
    .replaceAll(/"version":"\d+"/g, '"version":"2152345002"');
  expect([plain.trim(), stderr]).toEqual([fenced('text', '== What is there').trim(), '']);
});

/** The protocol's own inspector, as somebody runs it who tries a server out. */
describe('The inspector of the Model Context Protocol', () => {
  const server = anyEngine();
  let world: World;
  let home: string;
  beforeAll(async () => {
    world = await createWorld(server, cast({ files: [fileOf('main', exampleFile, { name: 'Start page' })] }));
    home = await scratchFolder('inspector');
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const inspect = async (...args: string[]) => {
    const { PATH } = process.env;
    const env = { PATH, HOME: home, NODE_EXTRA_CA_CERTS: server.caPath };
    const child = spawn(process.execPath, [inspector, '--cli', ...args], { env });
    const said = [text(child.stdout), text(child.stderr)] as const;
    const [code] = await once(child, 'close');
    const [stdout, stderr] = await Promise.all(said);
    if (code !== 0) throw new Error(`The inspector ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const byAddress = () => [
    `${server.url}/mcp`,
    '--transport',
    'http',
    '--header',
    `X-Figma-Token: ${world.token('alice')}`,
  ];

  it('finds tools at /mcp, each with a schema of its arguments', async () => {
    const { tools } = await inspect(...byAddress(), '--method', 'tools/list');
    const names = tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['get_metadata', 'get_screenshot', 'find', 'select', 'diff']),
    );
    for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ type: 'object' });
  });

  it('calls tools at /mcp and of the command mcp, which say the same', async () => {
    const called = ['--method', 'tools/call', '--tool-name', 'get_metadata'];
    const args = ['--tool-arg', `fileKey=${world.id('main')}`];
    const there = await inspect(...byAddress(), ...called, ...args);
    expect(there.content[0].text).toContain('<canvas id=');
    const settings = { URL: server.url, CA: server.caPath, TOKEN: world.token('alice') };
    const given = Object.entries(settings).flatMap(([name, value]) => ['-e', `VITRINE_${name}=${value}`]);
    expect(await inspect(process.execPath, vitrine, 'mcp', ...given, ...called, ...args)).toEqual(there);
  });
});
