import { readFileSync } from 'node:fs';
import { builtInFonts } from './built-in-fonts.ts';
import type { FontDescription } from './font-match.ts';
import { createFontRegistry, type FontRegistry } from './font-registry.ts';

/** A font of the installation: the local file of its bytes, and the faces that stand in it, in their order. */
export interface InstalledFont {
  readonly path: string;
  readonly faces: readonly FontDescription[];
}

/** Opens a registry of the installation's fonts, which go first, and of those that come with the program. */
export function openFontRegistry(fonts: readonly InstalledFont[]): FontRegistry {
  const installed = fonts.flatMap(({ path, faces }) =>
    faces.map((face, place) => ({ ...face, place, read: () => readFileSync(path) })),
  );
  return createFontRegistry({ files: [...installed, ...builtInFonts()] });
}
