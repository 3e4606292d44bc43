import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { codePointRanges } from './code-point-ranges.ts';
import { withoutTable } from './font-bytes.ts';
import type { FontFile } from './font-file.ts';
import { styleNameOf } from './font-match.ts';
import { folderOfFonts } from './font-packages.ts';

/** Packages that come with the program. */
const packages = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-devanagari'] as const;
/** Packages of many megabytes that are used where they have been installed too. */
const optionalPackages = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'];

const emojiPackage = '@expo-google-fonts/noto-color-emoji';
const emojiPath = '400Regular/NotoColorEmoji_400Regular.ttf';

interface Metadata {
  id: string;
  family: string;
  weights: number[];
  styles: ('normal' | 'italic')[];
}

interface Subset {
  name: string;
  mayHave: (codePoint: number) => boolean;
}

const { resolve } = createRequire(import.meta.url);

/** Noto Sans for the scripts of its packages, and the emoji font; no font is read yet. */
export function builtInNoto(): FontFile[] {
  return [
    ...packages.flatMap((name) => staticFiles(folderOfFonts(`@fontsource/${name}`))),
    ...optionalPackages.flatMap((name) => {
      const folder = folderOf(`@fontsource-variable/${name}/package.json`);
      return folder ? variableFiles(folder) : [];
    }),
    emojiFile(),
  ];
}

function folderOf(file: string): string | undefined {
  try {
    return dirname(resolve(file));
  } catch {
    return undefined;
  }
}

const readJson = <T>(folder: string, name: string): T =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;

/** The files that a face is cut into. The first one stands for the face: it has the Latin letters. */
function subsetsOf(folder: string): Subset[] {
  const ranges = Object.entries(readJson<Record<string, string>>(folder, 'unicode.json'));
  const subsets = ranges.map(([name, text]) => ({
    name: name.replace(/[[\]]/g, ''),
    mayHave: codePointRanges(text),
  }));
  return subsets.sort((a, b) => Number(b.name === 'latin') - Number(a.name === 'latin'));
}

function staticFiles(folder: string): FontFile[] {
  const { id, family, weights, styles } = readJson<Metadata>(folder, 'metadata.json');
  const faces = styles.flatMap((style) => weights.map((weight) => ({ style, weight })));
  return subsetsOf(folder).flatMap(({ name, mayHave }) =>
    faces.map(({ style, weight }) => ({
      ...described(family, weight, style === 'italic'),
      mayHave,
      read: () => readFileSync(join(folder, 'files', `${id}-${name}-${weight}-${style}.woff`)),
    })),
  );
}

function variableFiles(folder: string): FontFile[] {
  const { id, family, weights } = readJson<Metadata>(folder, 'metadata.json');
  return subsetsOf(folder).map(({ name, mayHave }) => ({
    ...described(family, 400, false),
    weights: { min: Math.min(...weights), max: Math.max(...weights) },
    mayHave,
    read: () => readFileSync(join(folder, 'files', `${id}-${name}-wght-normal.woff2`)),
  }));
}

function described(family: string, weight: number, italic: boolean) {
  const style = styleNameOf(weight, italic);
  const postScriptName = `${family.replaceAll(' ', '')}-${style.replaceAll(' ', '')}`;
  return { family, style, postScriptName, weight, italic };
}

/** The drawings of the font of emoji stand in it twice; those as SVG documents are four fifths of it, and nobody reads them. */
export const withoutDrawings = (emoji: Uint8Array): Uint8Array => withoutTable(emoji, 'SVG ');

const emojiFile = (): FontFile => ({
  ...described('Noto Color Emoji', 400, false),
  postScriptName: 'NotoColorEmoji',
  read: () => withoutDrawings(readFileSync(join(folderOfFonts(emojiPackage), emojiPath))),
});
