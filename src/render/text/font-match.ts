/** What a text asks for, by the names of the interface. */
export interface FontRequest {
  fontFamily?: string | undefined;
  fontPostScriptName?: string | null | undefined;
  fontStyle?: string | undefined;
  fontWeight?: number | undefined;
  italic?: boolean | undefined;
}

/** What can be compared of a face before it is opened. */
export interface FontDescription {
  family: string;
  style: string;
  postScriptName: string;
  weight: number;
  italic: boolean;
  /** The weights of a variable face. */
  weights?: { min: number; max: number } | undefined;
}

/** What the weights are called, from the lightest. */
export const weightNames: readonly [name: string, weight: number][] = [
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

/** The usual name of a style, as `Bold Italic`. */
export function styleNameOf(weight: number, italic: boolean): string {
  const name = weightNames.find(([, one]) => one === weight)?.[0] ?? String(weight);
  if (!italic) return name;
  return name === 'Regular' ? 'Italic' : `${name} Italic`;
}

const weightPatterns: readonly [RegExp, number][] = [
  [/thin|hairline/, 100],
  [/(extra|ultra)light/, 200],
  [/semilight|light/, 300],
  [/medium/, 500],
  [/(semi|demi)bold/, 600],
  [/(extra|ultra)bold/, 800],
  [/bold/, 700],
  [/black|heavy/, 900],
];

/** Names compare without case, spaces and hyphens: `Semi Bold` is `SemiBold`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** The weight asked for: the number, else what the style's name says, else 400. */
export function weightAsked({ fontWeight, fontStyle = '' }: FontRequest): number {
  if (fontWeight !== undefined && fontWeight > 0) return fontWeight;
  const name = plainName(fontStyle);
  return weightPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? 400;
}

export const italicAsked = ({ italic, fontStyle = '' }: FontRequest): boolean =>
  italic === true || /italic|oblique/i.test(fontStyle);

/** How far a face's weight is from the one asked for; the side CSS prefers counts as nearer. */
export function weightDistance(face: FontDescription, asked: number): number {
  const { min, max } = face.weights ?? { min: face.weight, max: face.weight };
  const weight = Math.min(Math.max(asked, min), max);
  if (weight === asked) return 0;
  const rightSide = asked > 500 || (asked >= 400 && weight <= 500) ? weight > asked : weight < asked;
  return Math.abs(weight - asked) + (rightSide ? 0 : 1000);
}

function distance(face: FontDescription, request: FontRequest): number {
  const slant = face.italic === italicAsked(request) ? 0 : 10_000;
  const sameStyle = request.fontStyle && plainName(request.fontStyle) === plainName(face.style);
  return slant + weightDistance(face, weightAsked(request)) - (sameStyle ? 0.5 : 0);
}

/** The nearest face in slant, then weight; of equals the one whose style has the name asked for, then the first. */
export function nearest<Face extends FontDescription>(
  faces: readonly Face[],
  request: FontRequest,
): Face | undefined {
  let best: Face | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const face of faces) {
    const found = distance(face, request);
    if (best !== undefined && found >= shortest) continue;
    best = face;
    shortest = found;
  }
  return best;
}

/** Whether a face is what was asked for in weight and slant. */
export const fits = (face: FontDescription, request: FontRequest): boolean =>
  face.italic === italicAsked(request) && weightDistance(face, weightAsked(request)) === 0;
