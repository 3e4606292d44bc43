import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtFingerprint, rendererFingerprint } from '../src/images/renderer-fingerprint.ts';
import { withoutDrawings } from '../src/render/text/built-in-noto.ts';
import {
  type FontPackage,
  folderOfFonts,
  fontPackages,
  packedFonts,
} from '../src/render/text/font-packages.ts';
import { bundleProgram } from './bundle-program.ts';
import { projectFolder } from './generate/open-api.ts';
import { specificationLicense } from './generate/types-package.ts';
import { programAssets } from './program-files.ts';

interface Description {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** What else the package holds of the project. */
const kept = ['bin', 'fixtures/sample/{*.json,*.yaml,lumen-images}', 'LICENSE', 'NOTICE'];

/** Fields of the project's description that say something of the program too. */
const told = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'bin',
  'exports',
  'engines',
  'peerDependencies',
  'peerDependenciesMeta',
];

/**
 * Makes the folder of the package that is installed: the program in few files, what it reads, and a description
 * that names only the packages that are not in them.
 */
export async function makeProgramPackage(folder: string): Promise<void> {
  const outFolder = join(folder, 'dist');
  const inside = await bundleProgram(outFolder);
  for (const file of programAssets()) cpSync(join(projectFolder, 'src', file), join(outFolder, file));
  writeInto(outFolder, 'contract/generated/LICENSE-rest-api-spec', specificationLicense());
  writeInto(outFolder, `render/${builtFingerprint}`, rendererFingerprint());
  packFonts(join(outFolder, 'render/text', packedFonts));
  for (const path of globSync(kept, { cwd: projectFolder }))
    cpSync(join(projectFolder, path), join(folder, path), { recursive: true });
  writeInto(folder, 'package.json', `${JSON.stringify(description(inside), null, 2)}\n`);
}

/** Of the fonts only what is read: their packages have each in three forms, and more drawings than are used. */
function packFonts(folder: string): void {
  for (const [name, files] of Object.entries(fontPackages)) {
    const from = folderOfFonts(name as FontPackage);
    for (const path of globSync(files, { cwd: from })) {
      const bytes = readFileSync(join(from, path));
      writeInto(join(folder, name), path, path.endsWith('.ttf') ? withoutDrawings(bytes) : bytes);
    }
  }
}

/** The package with the packages of the clone, where it is tried: answers the path of the command. */
export async function installForTrial(folder: string): Promise<string> {
  await makeProgramPackage(folder);
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return join(folder, 'bin', 'vitrine.mjs');
}

function writeInto(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function description(inside: ReadonlySet<string>): object {
  const own = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as Description;
  const outside = Object.entries(own.dependencies).filter(
    ([name]) => !(inside.has(name) || name in fontPackages),
  );
  return {
    ...Object.fromEntries(told.map((field) => [field, own[field]])),
    dependencies: Object.fromEntries(outside),
  };
}
