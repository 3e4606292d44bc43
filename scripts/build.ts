/** `npm run build`: makes `dist/package`, the program as it is installed, and `dist/types-package`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './generate/open-api.ts';
import { readContract } from './generate/sources.ts';
import { typesPackageFiles } from './generate/types-package.ts';
import { buildModuleTypes } from './module-types.ts';
import { makeProgramPackage } from './program-package.ts';

export function buildTypesPackage(outFolder: string): void {
  mkdirSync(outFolder, { recursive: true });
  for (const [name, text] of Object.entries(typesPackageFiles(readContract()))) {
    writeFileSync(join(outFolder, name), text);
  }
}

async function buildAll(outFolder: string): Promise<void> {
  rmSync(outFolder, { recursive: true, force: true });
  await makeProgramPackage(join(outFolder, 'package'));
  buildModuleTypes(join(outFolder, 'package', 'dist'));
  buildTypesPackage(join(outFolder, 'types-package'));
  console.log('dist/package/ holds the package of the program, dist/types-package/ that of the types.');
}

if (import.meta.main) {
  const outFolder = join(projectFolder, 'dist');
  try {
    await buildAll(outFolder);
  } catch (error) {
    rmSync(outFolder, { recursive: true, force: true });
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
