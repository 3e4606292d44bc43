import type { FontEntry } from './font-entry.ts';
import { type FontFace, instanceOf } from './font-face.ts';
import { type FontRequest, nearest, plainName, weightAsked } from './font-match.ts';

/** Faces by the plain names of their families, in the order in which they were added. */
export class FontShelf {
  readonly #families = new Map<string, FontEntry[]>();
  readonly #postScriptNames = new Map<string, FontEntry>();

  add(entry: FontEntry): void {
    const family = plainName(entry.family);
    const entries = this.#families.get(family);
    if (entries) entries.push(entry);
    else this.#families.set(family, [entry]);
    if (!this.#postScriptNames.has(entry.postScriptName))
      this.#postScriptNames.set(entry.postScriptName, entry);
  }

  /** Plain names. */
  families(): Iterable<string> {
    return this.#families.keys();
  }

  family(name: string): readonly FontEntry[] {
    return this.#families.get(plainName(name)) ?? [];
  }

  named(postScriptName: string | null | undefined): FontEntry[] {
    const entry = postScriptName ? this.#postScriptNames.get(postScriptName) : undefined;
    return entry ? [entry] : [];
  }

  all(): FontEntry[] {
    return [...this.#families.values()].flat();
  }
}

/** The nearest of the faces that can be opened; none while it is still packed, unless packed ones are skipped. */
export function nearestFace(
  entries: readonly FontEntry[],
  request: FontRequest,
  passPacked = false,
): FontFace | undefined {
  for (let rest = entries; rest.length > 0; ) {
    const entry = nearest(rest, request)!;
    const opened = entry.open();
    if (opened === 'packed' && !passPacked) return undefined;
    if (typeof opened === 'object') return atWeight(opened, request);
    rest = rest.filter((other) => other !== entry);
  }
  return undefined;
}

const instances = new WeakMap<FontFace, Map<number, FontFace>>();

/** The face at the weight asked for, where it is a variable one. */
function atWeight(face: FontFace, request: FontRequest): FontFace {
  const { wght } = face.axes;
  if (!wght) return face;
  const weight = Math.min(Math.max(weightAsked(request), wght.min), wght.max);
  const ofFace = instances.get(face) ?? new Map<number, FontFace>();
  instances.set(face, ofFace);
  const instance = ofFace.get(weight) ?? instanceOf(face, { wght: weight });
  ofFace.set(weight, instance);
  return instance;
}

/** The first face that has the character among the nearest of each family: one family's cover about the same. */
export function coveringFace(
  shelf: FontShelf,
  codePoint: number,
  request: FontRequest,
  families: Iterable<string>,
): FontFace | undefined {
  for (const family of families) {
    const entries = shelf.family(family).filter(({ mayHave }) => mayHave(codePoint));
    const face = nearestFace(entries, request);
    if (face?.has(codePoint)) return face;
  }
  return undefined;
}
