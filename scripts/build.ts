import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { projectFolder } from './generate/open-api.ts';
import { readContract } from './generate/sources.ts';
import { specificationLicense, typesPackageFiles } from './generate/types-package.ts';

const sourceFolder = join(projectFolder, 'src');

/** What of `src` is not part of the program. */
const isForTests = (file: string): boolean =>
  /\.(test|suite|faults|fuzz)\.ts$/.test(file) || relative(sourceFolder, file).startsWith('testing');

/**
 * Compiles the program, or one folder of it, to JavaScript that any Node runs without stripping types.
 *
 * @throws Error with the compiler's words if a type is wrong.
 */
export function buildProgram(outFolder: string, from = sourceFolder): void {
  compile(outFolder, from);
  const isCopied = (file: string) => !isForTests(file) && !file.endsWith('.ts');
  const target = join(outFolder, relative(sourceFolder, from));
  cpSync(from, target, { recursive: true, filter: (file) => isCopied(file) });
  writeFileSync(join(outFolder, 'contract', 'generated', 'LICENSE-rest-api-spec'), specificationLicense());
}

function compile(outFolder: string, from: string): void {
  withScratchFolder((folder) => runCompiler(folder, compilerSettings(outFolder, from)));
}

/** What programs import; `exports` of the package name them. */
const modules = ['for-tests/start-vitrine'];

/** Writes the types of what programs import, and of the contract that they name, beside the compiled program. */
export function buildModuleTypes(outFolder: string): void {
  withScratchFolder((folder) => {
    const { compilerOptions, ...settings } = compilerSettings(folder, sourceFolder);
    const include = modules.map((entry) => join(sourceFolder, `${entry}.ts`));
    // All of it was checked when the program was compiled.
    const declares = { ...compilerOptions, declaration: true, emitDeclarationOnly: true, noCheck: true };
    runCompiler(folder, { ...settings, include, compilerOptions: declares });
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

function runCompiler(folder: string, settings: object): void {
  const path = join(folder, 'tsconfig.json');
  writeFileSync(path, JSON.stringify(settings));
  const compiler = join(projectFolder, 'node_modules', '.bin', 'tsc');
  const { status, stdout, error } = spawnSync(compiler, ['-p', path, '--checkers', checkers], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The program does not compile.\n${error?.message ?? stdout}`);
}

function compilerSettings(outDir: string, from: string) {
  const forTests = ['*.test.ts', '*.suite.ts', '*.faults.ts'].map((name) => join(from, '**', name));
  return {
    extends: join(projectFolder, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      outDir,
      rootDir: sourceFolder,
      typeRoots: [join(projectFolder, 'node_modules', '@types')],
    },
    include: [from],
    exclude: [...forTests, join(sourceFolder, 'testing')],
  };
}

export function buildTypesPackage(outFolder: string): void {
  mkdirSync(outFolder, { recursive: true });
  for (const [name, text] of Object.entries(typesPackageFiles(readContract()))) {
    writeFileSync(join(outFolder, name), text);
  }
}

function buildAll(): void {
  const outFolder = join(projectFolder, 'dist');
  rmSync(outFolder, { recursive: true, force: true });
  buildProgram(outFolder);
  buildModuleTypes(outFolder);
  buildTypesPackage(join(outFolder, 'types-package'));
  console.log('dist/ holds the program, dist/types-package/ the package of types.');
}

if (import.meta.main) {
  try {
    buildAll();
  } catch (error) {
    rmSync(join(projectFolder, 'dist'), { recursive: true, force: true });
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
