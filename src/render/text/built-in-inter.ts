import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FontFile } from './font-file.ts';
import { styleNameOf, weightNames } from './font-match.ts';
import { folderOfFonts } from './font-packages.ts';

/** Measured on drawn underlines, regular and bold alike, in units of 2816 to the em. */
const underline = { underlineTop: -548, underlineThickness: 192 };

function interFile(weight: number, italic: boolean): FontFile {
  const style = styleNameOf(weight, italic);
  const fileStyle = style.replace(' ', '');
  return {
    family: 'Inter',
    style,
    postScriptName: `Inter-${fileStyle}`,
    weight,
    italic,
    metrics: underline,
    // WOFF and not WOFF2: the same font, unpacked without waiting.
    read: () => readFileSync(join(folderOfFonts('inter-ui'), 'Inter (web)', `Inter-${fileStyle}.woff`)),
  };
}

/** The 18 faces of Inter 3.19, the version whose outlines and advances the original draws. */
export function builtInInter(): FontFile[] {
  return [false, true].flatMap((italic) => weightNames.map(([, weight]) => interFile(weight, italic)));
}
