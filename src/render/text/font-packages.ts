import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Of the packages of fonts that come with the program: the files that are read, and the licences. */
export const fontPackages = {
  'inter-ui': ['Inter (web)/*.woff', 'LICENSE.txt'],
  '@fontsource/noto-sans': ofFontsource(),
  '@fontsource/noto-sans-arabic': ofFontsource(),
  '@fontsource/noto-sans-hebrew': ofFontsource(),
  '@fontsource/noto-sans-devanagari': ofFontsource(),
  '@expo-google-fonts/noto-color-emoji': ['400Regular/*.ttf', 'LICENSE_FONT'],
} satisfies Readonly<Record<string, readonly string[]>>;

export type FontPackage = keyof typeof fontPackages;

function ofFontsource(): readonly string[] {
  return ['files/*.woff', 'metadata.json', 'unicode.json', 'LICENSE'];
}

/** Where a build puts those files, beside this module. */
export const packedFonts = 'fonts';

const { resolve } = createRequire(import.meta.url);

/** The folder of such a package: a clone has it installed. */
export function folderOfFonts(name: FontPackage): string {
  const packed = join(import.meta.dirname, packedFonts, name);
  return existsSync(packed) ? packed : dirname(resolve(`${name}/package.json`));
}
