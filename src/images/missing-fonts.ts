import { objectOf, someValues } from '../document/node-values.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { builtInFonts } from '../render/text/built-in-fonts.ts';
import {
  type FontDescription,
  type FontRequest,
  italicAsked,
  plainName,
  styleNameOf,
  weightAsked,
  weightDistance,
} from '../render/text/font-match.ts';
import type { FontSet } from './font-set.ts';

/** A family that texts name and that is not here, or not in these styles. */
export interface MissingFamily {
  readonly family: string;
  /** As `Bold Italic`. */
  readonly styles: Set<string>;
  /** How many texts name one of them. */
  texts: number;
}

/** Tells whether a face is here that a text asks for: by its PostScript name, else by family, weight and slant. */
export function knownFaces({ files }: FontSet): (asked: FontRequest) => boolean {
  const faces = [...files.flatMap((file) => file.faces), ...builtInFonts()];
  const families = Map.groupBy(faces, ({ family }) => plainName(family));
  const names = new Set<unknown>(faces.map(({ postScriptName }) => postScriptName));
  return (asked) =>
    names.has(asked.fontPostScriptName) ||
    (families.get(plainName(asked.fontFamily ?? '')) ?? []).some((face) => isOfStyle(face, asked));
}

const isOfStyle = (face: FontDescription, asked: FontRequest): boolean =>
  (face.italic === italicAsked(asked) && weightDistance(face, weightAsked(asked)) === 0) ||
  (asked.fontStyle !== undefined && plainName(asked.fontStyle) === plainName(face.style));

/** Adds what the texts of a document name and the server lacks. Yields after each node. */
export function* gatherMissingFonts(
  snapshot: Snapshot,
  isKnown: (asked: FontRequest) => boolean,
  found: Map<string, MissingFamily>,
): Generator<void> {
  for (let index = 1; index < snapshot.nodeCount; index += 1) {
    if (snapshot.node(index).type === 'TEXT') {
      const missing = (yield* fontsAsked(snapshot, index)).filter((asked) => !isKnown(asked));
      for (const [family, asked] of Map.groupBy(missing, ({ fontFamily = '' }) => fontFamily))
        note(found, family, asked);
    }
    yield;
  }
}

function note(found: Map<string, MissingFamily>, family: string, asked: readonly FontRequest[]): void {
  const known = found.get(family) ?? { family, styles: new Set(), texts: 0 };
  known.texts++;
  for (const one of asked) known.styles.add(one.fontStyle ?? styleNameOf(weightAsked(one), italicAsked(one)));
  found.set(family, known);
}

const styleKeys: ReadonlySet<string> = new Set(['style', 'styleOverrideTable']);

/** What a text asks for, as a whole and in its parts. */
function* fontsAsked(snapshot: Snapshot, index: number): Generator<void, FontRequest[]> {
  const values = yield* someValues(snapshot, index, styleKeys);
  const style = objectOf(values, 'style');
  const parts = Object.values(objectOf(values, 'styleOverrideTable'));
  return [style, ...parts.map((part) => ({ ...style, ...(part as object) }))]
    .map(requestOf)
    .filter(({ fontFamily }) => fontFamily !== undefined);
}

/** Documents may hold anything. */
function requestOf(style: Readonly<Record<string, unknown>>): FontRequest {
  const { fontFamily, fontPostScriptName, fontStyle, fontWeight, italic } = style;
  return {
    fontFamily: shortText(fontFamily),
    fontPostScriptName: shortText(fontPostScriptName),
    fontStyle: shortText(fontStyle),
    fontWeight: typeof fontWeight === 'number' ? fontWeight : undefined,
    italic: italic === true,
  };
}

const longest = 200;

const shortText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;
