import { builtInFonts } from '../render/text/built-in-fonts.ts';
import { plainName } from '../render/text/font-match.ts';
import type { FontSet } from './font-set.ts';

/** Tells whether texts of a family, or of a face by its PostScript name, are drawn in that. */
export function knownFonts({ files }: FontSet): (family: string, postScriptName: unknown) => boolean {
  const faces = [...files.flatMap((file) => file.faces), ...builtInFonts()];
  const families = new Set(faces.map(({ family }) => plainName(family)));
  const names = new Set<unknown>(faces.map(({ postScriptName }) => postScriptName));
  return (family, postScriptName) => families.has(plainName(family)) || names.has(postScriptName);
}
