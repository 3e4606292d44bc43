import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A small project that uses the real tools: what is proved is what the check makes of their results. */
let folder: string;
const projectRoot = resolve(import.meta.dirname, '..');

const vitestConfig = `import { defineConfig } from 'vitest/config';

const project = (name: string, include: string) => ({ test: { name, include: [include] } });

export default defineConfig({
  test: {
    projects: [
      project('unit', 'src/**/*.test.ts'),
      project('conformance', 'conformance/*.test.ts'),
      project('faults', 'src/*.faults.ts'),
    ],
  },
});
`;

const testFile = (body: string): string => `import { beforeAll, describe, it } from 'vitest';

console.log(typeof beforeAll, typeof describe, typeof it);
${body}
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function check(...args: string[]) {
  const env = { ...process.env, VITRINE_CORPUS: join(folder, 'absent') };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const result = spawnSync(process.execPath, ['scripts/check.mjs', ...args], options);
  const lines = result.stdout.trimEnd().split('\n');
  return { code: result.status, lines, last: lines.at(-1) };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-checked-'));
  cpSync(import.meta.dirname, join(folder, 'scripts'), {
    recursive: true,
    filter: (path) => path === import.meta.dirname || path.endsWith('.mjs'),
  });
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(projectRoot, name), join(folder, name));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "module": "nodenext", "skipLibCheck": true, "allowImportingTsExtensions": true }, "include": ["src"] }',
  );
  write('biome.json', '{ "formatter": { "enabled": false }, "files": { "includes": ["src/**"] } }');
  write('contract/overlay.yaml', '');
  write(
    'scripts/generate/main.ts',
    "import { mkdirSync } from 'node:fs';\nmkdirSync('src/contract/generated', { recursive: true });\n",
  );
  write('console/tsconfig.json', '{ "compilerOptions": { "noEmit": true }, "include": ["."] }');
  write('console/main.ts', '');
  write(
    'scripts/build-console.ts',
    "import { mkdirSync } from 'node:fs';\nmkdirSync('src/console/built', { recursive: true });\n",
  );
  write('vitest.config.ts', vitestConfig);
  write('src/a.test.ts', testFile("it('one', () => {});\nit('two', () => {});"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Each runs linter, compiler and Vitest, for which a busy machine takes its time. */
const timeout = 90_000;

describe('the check', { timeout }, () => {
  it('adds the tests of all projects up in its last line and says why some were skipped', () => {
    write(
      'conformance/b.test.ts',
      testFile(`it('three', () => {});
it('four', (context) => context.skip('no network here'));
describe.skip('without PostgreSQL', () => {
  it('five', () => {});
});`),
    );
    const { code, last, lines } = check();
    expect({ code, last }).toEqual({ code: 0, last: '3 passed, 0 failed, 2 skipped' });
    expect(lines).toContain('Skipped 1 × conformance/b.test.ts: no network here');
    expect(lines).toContain('Skipped 1 × conformance/b.test.ts: without PostgreSQL');
    expect(lines.join('\n')).toMatch(/The folder of real design files is absent/);
  });

  it('runs the long forms only when asked', () => {
    write('src/long.faults.ts', testFile("it('long', () => {});"));
    expect(check().last).toBe('2 passed, 0 failed, 0 skipped');
    expect(check('--faults').last).toBe('3 passed, 0 failed, 0 skipped');
  });

  it('runs all tests to their end and fails for a failed one, a file that cannot load and a hook that throws, also when they are tried again', () => {
    write('src/b.test.ts', testFile("it('fails', () => {\n  throw new Error('no');\n});"));
    write('src/c.test.ts', testFile("throw new Error('cannot load');"));
    write(
      'src/d.test.ts',
      testFile(`describe('hook', () => {
  beforeAll(() => {
    throw new Error('no');
  });
  it('never runs', () => {});
});`),
    );
    const { code, last, lines } = check('--again');
    expect({ code, last }).toEqual({ code: 1, last: '2 passed, 3 failed, 1 skipped' });
    expect(lines).toContain('Failed: src/b.test.ts > fails');
    expect(lines.join('\n')).toMatch(/Again, alone: src\/b.test.ts, src\/c.test.ts, src\/d.test.ts: FAILED/);
  });

  it('tries a failed test again when asked, alone, and names it where it passes only then', () => {
    const failsOnce = `// @ts-nocheck
import { existsSync, writeFileSync } from 'node:fs';
import { it } from 'vitest';

it('fails once', () => {
  if (existsSync('tried')) return;
  writeFileSync('tried', '');
  throw new Error('disturbed');
});
`;
    write('src/b.test.ts', failsOnce);
    const { code, last, lines } = check('--again');
    expect({ code, last }).toEqual({ code: 0, last: '3 passed, 0 failed, 0 skipped' });
    expect(lines).toContain(
      'Unsteady, since it failed beside the others and passed alone: src/b.test.ts > fails once',
    );
  });

  it('runs for a change the tests beside it and those that import it, when asked', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
    write('.gitignore', 'node_modules\nsrc/contract\nsrc/console\n');
    write('src/one/thing.ts', 'export const thing = 1;');
    write('src/one/thing.test.ts', testFile("it('beside', () => {});"));
    write('src/user.test.ts', testFile("it('imports', async () => void (await import('./one/thing.ts')));"));
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'one');
    write('src/one/thing.ts', 'export const thing = 2;');
    write('src/one/new.test.ts', testFile("it('new', () => {});"));
    const { last, lines } = check('--changed');
    expect(last).toBe('3 passed, 0 failed, 0 skipped');
    expect(lines).toContain('Changed: src/one/thing.ts, src/one/new.test.ts');
  });

  it('fails when no test ran', () => {
    rmSync(join(folder, 'src/a.test.ts'));
    const { code, last } = check();
    expect({ code, last }).toEqual({ code: 1, last: '0 passed, 0 failed, 0 skipped' });
  });

  it('stops before the tests for an error of the linter or of the types', () => {
    write('src/lint.ts', 'export const x: string = String(1);\nvar unused = debugger_;\ndebugger;\n');
    const lint = check();
    expect([lint.code, lint.last]).toEqual([1, '0 passed, 0 failed, 0 skipped']);
    expect(lint.lines.join('\n')).toMatch(/Format and lint: FAILED/);
    write('src/lint.ts', "export const x: number = 'one';\n");
    const types = check();
    expect([types.code, types.last]).toEqual([1, '0 passed, 0 failed, 0 skipped']);
    expect(types.lines.join('\n')).toMatch(/Types: FAILED/);
    write('src/lint.ts', '');
    write('console/main.ts', "export const one: number = 'two';");
    expect(check().lines.join('\n')).toMatch(/Types of the console: FAILED/);
  });
});
