import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-build-'));
  try {
    const settings = join(folder, 'tsconfig.json');
    writeFileSync(settings, JSON.stringify(compilerSettings(outFolder, from)));
    const compiler = join(projectFolder, 'node_modules', '.bin', 'tsc');
    const { status, stdout, error } = spawnSync(compiler, ['-p', settings], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The program does not compile.\n${error?.message ?? stdout}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compilerSettings(outDir: string, from: string): object {
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
