import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontDescription } from './font-match.ts';
import type { FontMetrics } from './font-tables.ts';

/** A font file that is read when it is first needed. */
export interface FontFile extends FontDescription {
  read: () => Uint8Array;
  /** Metrics that the original draws with in place of the file's. */
  metrics?: Partial<FontMetrics>;
}

/** Measured on drawn underlines, regular and bold alike, in units of 2816 to the em. */
const underline = { underlineTop: -548, underlineThickness: 192 };

const weights: readonly [name: string, weight: number][] = [
  ['Thin', 100],
  ['ExtraLight', 200],
  ['Light', 300],
  ['Regular', 400],
  ['Medium', 500],
  ['SemiBold', 600],
  ['Bold', 700],
  ['ExtraBold', 800],
  ['Black', 900],
];

const folder = (): string => {
  const root = dirname(createRequire(import.meta.url).resolve('inter-ui/package.json'));
  return join(root, 'Inter (web)');
};

function interFile([name, weight]: readonly [string, number], italic: boolean): FontFile {
  const plain = italic && name === 'Regular' ? '' : name;
  const fileStyle = `${plain}${italic ? 'Italic' : ''}`;
  return {
    family: 'Inter',
    style: plain && italic ? `${plain} Italic` : fileStyle,
    postScriptName: `Inter-${fileStyle}`,
    weight,
    italic,
    metrics: underline,
    // WOFF and not WOFF2: the same font, unpacked without waiting.
    read: () => readFileSync(join(folder(), `Inter-${fileStyle}.woff`)),
  };
}

/** The 18 faces of Inter 3.19, the version whose outlines and advances the original draws. */
export function builtInInter(): FontFile[] {
  return [false, true].flatMap((italic) => weights.map((weight) => interFile(weight, italic)));
}
