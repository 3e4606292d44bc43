import { builtInInter, type FontFile } from './built-in-inter.ts';
import { FontError, unpackFont, unpackPlainFont } from './font-bytes.ts';
import { countFaces, type FontFace, instanceOf, openFace } from './font-face.ts';
import {
  type FontDescription,
  type FontRequest,
  fits,
  nearest,
  plainName,
  weightAsked,
} from './font-match.ts';

/** Says that another font was used than the one asked for, and why. */
export interface Substitution {
  asked: FontRequest;
  used: FontDescription;
  /** `family`: not there · `style`: not in this weight or slant · `glyph`: the font lacks characters. */
  reason: 'family' | 'style' | 'glyph';
}

export interface FontMatch {
  face: FontFace;
  substitution?: Substitution;
}

export interface FontRegistry {
  /** Adds every face of a TTF, OTF, TTC, WOFF or WOFF2 file; throws FontError where it is none. */
  add: (bytes: Uint8Array) => Promise<FontDescription[]>;
  /** The face for a style: always one, with a substitution where it is not what was asked for. */
  find: (request: FontRequest) => FontMatch;
  /** A face of another family that has a glyph for the code point, near in weight and slant. */
  fallback: (codePoint: number, script: string, request: FontRequest) => FontFace | undefined;
  /** Every face that can be found. */
  list: () => FontDescription[];
}

export interface FontRegistryOptions {
  /** Stands in for families that are absent; it must be among the fonts when `find` is called. */
  defaultFamily?: string;
  /** Families to try first for the characters of a script (ISO 15924, as `Hebr`). */
  families?: Readonly<Record<string, readonly string[]>>;
  /** Fonts that are there from the start; Inter 3.19 where nothing is said. */
  builtIn?: readonly FontFile[];
}

interface Entry extends FontDescription {
  open: () => FontFace;
}

/** A registry of fonts: those built in, opened when first used, and those added as bytes. */
export function createFontRegistry(options: FontRegistryOptions = {}): FontRegistry {
  const entries: Entry[] = (options.builtIn ?? builtInInter()).map(lazyEntry);
  const fallbacks = new Map<string, FontFace | undefined>();
  return {
    add: async (bytes) => {
      const added = openAll(await unpackFont(bytes)).map(openEntry);
      entries.push(...added);
      fallbacks.clear();
      return added.map(descriptionOf);
    },
    find: (request) => findFace(entries, request, options.defaultFamily ?? 'Inter'),
    fallback: (codePoint, script, request) => {
      const key = `${codePoint} ${script} ${weightAsked(request)} ${request.italic} ${request.fontStyle}`;
      if (fallbacks.size > 100_000) fallbacks.clear();
      if (!fallbacks.has(key))
        fallbacks.set(key, coveringFace(entries, codePoint, request, options.families?.[script] ?? []));
      return fallbacks.get(key);
    },
    list: () => entries.map(descriptionOf),
  };
}

/** What a report says of a face. */
export const descriptionOf = (face: FontDescription): FontDescription => ({
  family: face.family,
  style: face.style,
  postScriptName: face.postScriptName,
  weight: face.weight,
  italic: face.italic,
  ...(face.weights && { weights: face.weights }),
});

function lazyEntry(file: FontFile): Entry {
  let face: FontFace | undefined;
  const open = (): FontFace => {
    face ??= openFace(unpackPlainFont(file.read()), 0, file.metrics);
    return face;
  };
  return { ...file, open };
}

function openEntry(face: FontFace): Entry {
  const { wght } = face.axes;
  const weights = wght && { min: wght.min, max: wght.max };
  return { ...descriptionOf(face), weights, open: () => face };
}

function openAll(sfnt: Uint8Array): FontFace[] {
  return Array.from({ length: countFaces(sfnt) }, (_, place) => openFace(sfnt, place));
}

function findFace(entries: readonly Entry[], request: FontRequest, defaultFamily: string): FontMatch {
  const named = byPostScriptName(entries, request);
  if (named) return { face: faceFor(named, request) };
  const own = nearest(ofFamily(entries, request.fontFamily ?? defaultFamily), request);
  if (own) {
    const face = faceFor(own, request);
    return fits(own, request) ? { face } : { face, substitution: substitution(request, face, 'style') };
  }
  const other = nearest(ofFamily(entries, defaultFamily), request) ?? nearest(entries, request);
  if (!other) throw new FontError('There is no font at all.');
  const face = faceFor(other, request);
  return { face, substitution: substitution(request, face, 'family') };
}

/** Describes the use of another face. */
export const substitution = (
  asked: FontRequest,
  used: FontDescription,
  reason: Substitution['reason'],
): Substitution => ({
  asked: {
    fontFamily: asked.fontFamily,
    fontPostScriptName: asked.fontPostScriptName,
    fontStyle: asked.fontStyle,
    fontWeight: asked.fontWeight,
    italic: asked.italic,
  },
  used: descriptionOf(used),
  reason,
});

function byPostScriptName(entries: readonly Entry[], request: FontRequest): Entry | undefined {
  const asked = request.fontPostScriptName;
  return asked ? entries.find(({ postScriptName }) => postScriptName === asked) : undefined;
}

const ofFamily = (entries: readonly Entry[], family: string): Entry[] =>
  entries.filter((entry) => plainName(entry.family) === plainName(family));

const instances = new WeakMap<FontFace, Map<number, FontFace>>();

/** The entry's face, at the weight asked for where it is a variable one. */
function faceFor(entry: Entry, request: FontRequest): FontFace {
  const face = entry.open();
  const { wght } = face.axes;
  if (!wght) return face;
  const weight = Math.min(Math.max(weightAsked(request), wght.min), wght.max);
  const ofFace = instances.get(face) ?? new Map<number, FontFace>();
  instances.set(face, ofFace);
  const instance = ofFace.get(weight) ?? instanceOf(face, { wght: weight });
  ofFace.set(weight, instance);
  return instance;
}

/** Opens of each family only the nearest face: those of one family cover about the same characters. */
function coveringFace(
  entries: readonly Entry[],
  codePoint: number,
  request: FontRequest,
  first: readonly string[],
): FontFace | undefined {
  const names = new Set([...first, ...entries.map(({ family }) => family)].map(plainName));
  for (const family of names) {
    const entry = nearest(ofFamily(entries, family), request);
    if (entry?.open().has(codePoint)) return faceFor(entry, request);
  }
  return undefined;
}
