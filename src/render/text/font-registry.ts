import { builtInFonts } from './built-in-fonts.ts';
import { coveringFace, FontShelf, nearestFace } from './find-face.ts';
import { FontError, unpackFont } from './font-bytes.ts';
import { entryOf, openEntry, type Unpacking } from './font-entry.ts';
import { type FontFace, isBroken, openFaces } from './font-face.ts';
import type { FontFile } from './font-file.ts';
import { type FontDescription, type FontRequest, fits, plainName, weightAsked } from './font-match.ts';
import { emojiFamilies, scriptFamilies } from './script-families.ts';

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
  /** A face that has a glyph for the code point, near in weight and slant; emoji are the script `Zsye`. */
  fallback: (codePoint: number, script: string, request: FontRequest) => FontFace | undefined;
  /**
   * Does work that finds faces, and does it again where one of them had to be unpacked first, which needs
   * waiting. Work outside of this gets other faces in their place.
   */
  settle: <T>(work: () => T) => Promise<T>;
  /** Another number with each font that is added; undefined while a face that was asked for has to be unpacked. */
  edition: () => number | undefined;
  /** Every face that can be found, once. */
  list: () => FontDescription[];
}

export interface FontRegistryOptions {
  /** Stands in for families that are absent; it must be among the fonts when `find` is called. */
  defaultFamily?: string;
  /** Families to try first for the characters of a script (ISO 15924, as `Hebr`), where not the usual ones. */
  families?: Readonly<Record<string, readonly string[]>>;
  /** Fonts that are there from the start; where nothing is said, those that come with the program. */
  files?: readonly FontFile[];
}

/** A registry of fonts: files, opened when first used, and fonts added as bytes. */
export function createFontRegistry(options: FontRegistryOptions = {}): FontRegistry {
  const shelf = new FontShelf();
  const waiting = new Set<Unpacking>();
  const fallbacks = new Map<string, FontFace | undefined>();
  for (const file of options.files ?? builtInFonts()) shelf.add(entryOf(file, waiting));
  const families = { ...scriptFamilies, ...options.families };
  let edition = 0;
  return {
    add: async (bytes) => {
      const added = openFaces(await unpackFont(bytes)).map(openEntry);
      for (const entry of added) shelf.add(entry);
      fallbacks.clear();
      edition += 1;
      return added.map(descriptionOf);
    },
    find: (request) => findFace(shelf, request, options.defaultFamily ?? 'Inter'),
    fallback: (codePoint, script, request) => {
      const { fontFamily = '', fontStyle, italic } = request;
      const key = [codePoint, script, weightAsked(request), italic, fontStyle, fontFamily].join(' ');
      const known = fallbacks.get(key);
      if (known ? !isBroken(known) : fallbacks.has(key)) return known;
      // The family itself comes first: it may be cut into several files.
      const own = script === 'Zsye' ? [] : [fontFamily];
      const order = fallbackOrder(shelf, [...own, ...(families[script] ?? [])]);
      const face = coveringFace(shelf, codePoint, request, order);
      if (fallbacks.size > mostFallbacks) fallbacks.clear();
      if (waiting.size === 0) fallbacks.set(key, face);
      return face;
    },
    settle: async (work) => {
      for (;;) {
        const result = work();
        if (waiting.size === 0) return result;
        const unpackings = [...waiting];
        waiting.clear();
        await Promise.all(unpackings.map((unpack) => unpack()));
      }
    },
    edition: () => (waiting.size === 0 ? edition : undefined),
    list: () => {
      const listed = shelf.all().map((entry) => [nameOf(entry), descriptionOf(entry)] as const);
      return [...new Map(listed.reverse()).values()].reverse();
    },
  };
}

const mostFallbacks = 100_000;

/** What tells faces apart: a face that is cut into several files counts once. */
const nameOf = ({ family, style, weight, italic }: FontDescription): string =>
  [family, style, weight, italic].join(' ');

/** What a report says of a face. */
export const descriptionOf = (face: FontDescription): FontDescription => ({
  family: face.family,
  style: face.style,
  postScriptName: face.postScriptName,
  weight: face.weight,
  italic: face.italic,
  ...(face.weights && { weights: face.weights }),
});

/** After the families that are asked for come all others, those of emoji last. */
function fallbackOrder(shelf: FontShelf, first: readonly string[]): Set<string> {
  const last = emojiFamilies.map(plainName);
  const others = [...shelf.families()].filter((name) => !last.includes(name));
  return new Set([...first.map(plainName), ...others, ...last]);
}

function findFace(shelf: FontShelf, request: FontRequest, defaultFamily: string): FontMatch {
  const named = nearestFace(shelf.named(request.fontPostScriptName), request);
  if (named) return { face: named };
  const face = nearestFace(shelf.family(request.fontFamily ?? defaultFamily), request);
  if (face && fits(face, request)) return { face };
  if (face) return { face, substitution: substitution(request, face, 'style') };
  const other = nearestFace(shelf.family(defaultFamily), request) ?? nearestFace(shelf.all(), request, true);
  if (!other) throw new FontError('There is no font at all.');
  return { face: other, substitution: substitution(request, other, 'family') };
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
