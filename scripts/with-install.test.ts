import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A clone in small, with a stand-in for npm: what is proved is when it is called and what follows. */
let folder: string;

const lock = (version: string): string =>
  JSON.stringify({
    packages: { '': {}, 'node_modules/left': { version }, 'node_modules/tester': { version: '1.0.0' } },
  });

const npm = `
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
const isToRun = process.argv.includes('--workspaces=false');
appendFileSync('npm.log', process.argv[2] + (isToRun ? ' to run' : '') + '\\n');
if (process.env.NPM_FAILS) {
  console.error('npm error code ' + process.env.NPM_FAILS);
  process.exit(1);
}
for (const path of ['node/bin', '@figma/rest-api-spec/openapi', '@emoji-mart/data']) mkdirSync('node_modules/' + path, { recursive: true });
try { symlinkSync(process.execPath, 'node_modules/node/bin/node'); } catch {}
writeFileSync('node_modules/@figma/rest-api-spec/package.json', '{}');
writeFileSync('node_modules/@emoji-mart/data/package.json', '{}');
writeFileSync('node_modules/@figma/rest-api-spec/openapi/openapi.yaml', '');
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
if (isToRun) delete lock.packages['node_modules/tester'];
writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock));
`;

const generator = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
if (process.env.GENERATOR_FAILS) throw new Error('overlay entry 3 changes nothing');
appendFileSync('generator.log', 'ran\\n');
mkdirSync('src/contract/generated', { recursive: true });
writeFileSync('src/contract/generated/types.ts', '');
`;

const consoleBuilder = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
if (process.env.BUILDER_FAILS) throw new Error('main.tsx is not there');
appendFileSync('builder.log', 'ran\\n');
mkdirSync('src/console/built', { recursive: true });
writeFileSync('src/console/built/manifest.json', '{}');
`;

const program = `
process.on('SIGTERM', () => process.exit(5));
console.log('args', ...process.argv.slice(2));
if (process.argv[2] === 'wait') setInterval(() => {}, 1000);
else process.exitCode = 3;
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const environment = (extra: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  npm_execpath: join(folder, 'outside/npm-cli.js'),
  npm_node_execpath: process.execPath,
  ...extra,
});
const command = ['scripts/with-install.mjs', 'program.ts'];

function run(extra: Record<string, string> = {}, args = ['a', 'b']) {
  const result = spawnSync(process.execPath, [...command, ...args], {
    cwd: folder,
    env: environment(extra),
    encoding: 'utf8',
  });
  return { code: result.status, stdout: result.stdout, stderr: withoutProgress(result.stderr) };
}

/** On a busy machine steps take long enough to be spoken of. */
const withoutProgress = (text: string): string =>
  text.replaceAll(/^.* ….*\n|^.*: (done in|failed after) .*\n/gm, '');

function linesOf(name: string): string[] {
  return readFileSync(join(folder, name), 'utf8').trim().split('\n');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-clone-'));
  cpSync(import.meta.dirname, join(folder, 'scripts'), {
    recursive: true,
    filter: (path) => path === import.meta.dirname || path.endsWith('.mjs'),
  });
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', lock('1.0.0'));
  write('outside/npm-cli.js', npm);
  write('contract/overlay.yaml', 'one: 1');
  write('scripts/generate/main.ts', generator);
  write('console/main.tsx', 'one');
  write('scripts/build-console.ts', consoleBuilder);
  write('program.ts', program);
  write('src/cli/main.ts', program);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const quickstart = (extra: Record<string, string> = {}, args: string[] = ['--port', '0']) => {
  const options = { cwd: folder, env: environment(extra), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/quickstart.mjs', ...args],
    options,
  );
  return { code: status, stdout, stderr: withoutProgress(stderr) };
};

describe('the quickstart of a clone', () => {
  it('installs what it takes to run and no more; the rest comes when it is needed, and stays', () => {
    expect(quickstart()).toEqual({ code: 3, stdout: 'args quickstart --port 0\n', stderr: '' });
    quickstart();
    expect(linesOf('npm.log')).toEqual(['ci to run']);
    run();
    quickstart();
    expect(linesOf('npm.log')).toEqual(['ci to run', 'install']);
    write('package-lock.json', lock('2.0.0'));
    quickstart();
    expect(linesOf('npm.log')).toEqual(['ci to run', 'install', 'install']);
  });

  it('does not suffice for a program that needs the rest, where there is no network', () => {
    quickstart();
    expect(run({ NPM_FAILS: 'ENOTFOUND' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/could not be downloaded \(ENOTFOUND\)/),
    });
    expect(quickstart({ NPM_FAILS: 'ENOTFOUND' }).code).toBe(3);
  });

  it.each([
    ['an argument', (port: string) => quickstart({}, ['--port', port])],
    ['an argument in one word', (port: string) => quickstart({}, [`--port=${port}`])],
    ['the environment', (port: string) => quickstart({ VITRINE_PORT: port }, [])],
  ])('tells of a taken port before it installs anything: named by %s', async (_title, start) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const sentence = `The port ${port} of 127.0.0.1 is taken by another program. Choose one with --port.\n`;
    expect(start(String(port))).toEqual({ code: 1, stdout: '', stderr: sentence });
    expect(existsSync(join(folder, 'npm.log'))).toBe(false);
    other.close();
  });
});

describe('running a file of a clone', () => {
  it('installs, generates, builds the console, and passes arguments and exit code on', () => {
    expect(run()).toEqual({ code: 3, stdout: 'args a b\n', stderr: '' });
    expect(linesOf('npm.log')).toEqual(['ci']);
    expect(linesOf('generator.log')).toEqual(['ran']);
    expect(linesOf('builder.log')).toEqual(['ran']);
  });

  it('repeats none of these steps while nothing has changed', () => {
    run();
    expect(run().code).toBe(3);
    expect(linesOf('npm.log')).toEqual(['ci']);
    expect(linesOf('generator.log')).toEqual(['ran']);
    expect(linesOf('builder.log')).toEqual(['ran']);
  });

  it('accepts an install that was made by hand', () => {
    run();
    rmSync(join(folder, 'node_modules/.vitrine-install'));
    run();
    expect(linesOf('npm.log')).toEqual(['ci']);
  });

  it('updates an older install when the lock file changed', () => {
    run();
    write('package-lock.json', lock('2.0.0'));
    expect(run().code).toBe(3);
    expect(linesOf('npm.log')).toEqual(['ci', 'install']);
  });

  it('goes on with an older install where there is no network, and tries again next time', () => {
    run();
    write('package-lock.json', lock('2.0.0'));
    const offline = run({ NPM_FAILS: 'ENOTFOUND' });
    expect(offline.code).toBe(3);
    expect(offline.stderr).toMatch(/^No network \(ENOTFOUND\): going on with .*\n$/);
    run();
    expect(linesOf('npm.log')).toEqual(['ci', 'install', 'install']);
  });

  it.each([
    ['EAI_AGAIN', /could not be downloaded \(EAI_AGAIN\)\. Is there a network\?/],
    ['EUSAGE', /package\.json and package-lock\.json do not agree/],
    ['ENOSPC', /The disk is full/],
    ['EACCES', /not writable/],
  ])('says in one sentence why nothing could be installed: %s', (code, sentence) => {
    const { stderr, ...rest } = run({ NPM_FAILS: code });
    expect(rest).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('says that npm is missing', () => {
    const { code, stderr } = run({ npm_execpath: '', PATH: folder });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'npm was not found. It comes with Node.js; install it and try again.\n',
    });
  });

  it.each([
    ['20.18.3', /^Vitrine needs Node\.js 20\.19 or newer; this is 20\.18\.3\./],
    ['20.19.0', /^$/],
    ['24.0.0', /^$/],
  ])('refuses a Node that is too old: %s', (version, sentence) => {
    const script = `
      import { refuseOldNode } from './scripts/install.mjs';
      import { runMain } from './scripts/processes.mjs';
      await runMain(() => refuseOldNode('${version}'));`;
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
    expect(stderr).toMatch(sentence);
  });

  it.each([
    ['a source of the contract changed', () => write('contract/overlay.yaml', 'two: 2')],
    ['the generator changed', () => write('scripts/generate/types.ts', '')],
    ['a generated file is gone', () => rmSync(join(folder, 'src/contract/generated/types.ts'))],
  ])('generates again when %s', (_title, change) => {
    run();
    change();
    run();
    expect(linesOf('generator.log')).toEqual(['ran', 'ran']);
  });

  it('shows why the contract could not be generated and starts nothing', () => {
    const { code, stdout, stderr } = run({ GENERATOR_FAILS: '1' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('overlay entry 3 changes nothing');
    expect(stderr).toMatch(/The contract could not be generated; the reason is above\.\n$/);
  });

  it.each([
    ['a source of it changed', () => write('console/main.tsx', 'two')],
    ['what builds it changed', () => write('scripts/build-console.ts', `${consoleBuilder}\n`)],
    ['a built file is gone', () => rmSync(join(folder, 'src/console/built/manifest.json'))],
  ])('builds the console again when %s', (_title, change) => {
    run();
    change();
    run();
    expect(linesOf('builder.log')).toEqual(['ran', 'ran']);
    expect(linesOf('generator.log')).toEqual(['ran']);
  });

  it('shows why the console could not be built and starts nothing', () => {
    const { code, stdout, stderr } = run({ BUILDER_FAILS: '1' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('main.tsx is not there');
    expect(stderr).toMatch(/The console could not be built; the reason is above\.\n$/);
  });

  it('forwards a signal and waits for the end', async () => {
    run();
    const child = spawn(process.execPath, [...command, 'wait'], { cwd: folder, env: environment({}) });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(5);
  });
});
