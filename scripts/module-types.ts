import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectFolder } from './generate/open-api.ts';

const sourceFolder = join(projectFolder, 'src');

/** What programs import; `exports` of the package name them. */
const modules = ['for-tests/start-vitrine'];

/**
 * Writes the types of what programs import, and of the contract that they name, beside the built program.
 *
 * @throws Error with the compiler's words if a type is wrong.
 */
export function buildModuleTypes(outFolder: string): void {
  withScratchFolder((folder) => {
    runCompiler(folder);
    for (const name of [...modules, 'contract/generated/types']) {
      const text = readFileSync(join(folder, `${name}.d.ts`), 'utf8');
      mkdirSync(dirname(join(outFolder, name)), { recursive: true });
      writeFileSync(join(outFolder, `${name}.d.ts`), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
    }
  });
}

function withScratchFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-build-'));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each looks at much of the same; by itself the compiler has four. */
const checkers = String(Math.min(4, availableParallelism()));

function runCompiler(folder: string): void {
  const path = join(folder, 'tsconfig.json');
  writeFileSync(path, JSON.stringify(settingsFor(folder)));
  const compiler = join(projectFolder, 'node_modules', '.bin', 'tsc');
  const { status, stdout, error } = spawnSync(compiler, ['-p', path, '--checkers', checkers], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The types do not compile.\n${error?.message ?? stdout}`);
}

const settingsFor = (outDir: string) => ({
  extends: join(projectFolder, 'tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    outDir,
    rootDir: sourceFolder,
    declaration: true,
    emitDeclarationOnly: true,
    typeRoots: [join(projectFolder, 'node_modules', '@types')],
  },
  include: modules.map((entry) => join(sourceFolder, `${entry}.ts`)),
});
