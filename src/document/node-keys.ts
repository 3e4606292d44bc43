/** Properties of a node that the compiler looks at; every other one is only copied. */
export const NodeKey = {
  other: 0,
  id: 1,
  type: 2,
  name: 3,
  children: 4,
  styles: 5,
  componentId: 6,
  isMask: 7,
  isMaskOutline: 8,
  maskType: 9,
  preserveRatio: 10,
  targetAspectRatio: 11,
  scrollBehavior: 12,
  sectionContentsHidden: 13,
  connectorStartStrokeCap: 14,
  connectorEndStrokeCap: 15,
  geometry: 16,
  pluginData: 17,
  sharedPluginData: 18,
  glyphs: 19,
} as const;

/** The property by which an importer hands over how a text looks. */
export const glyphsKey = 'vitrineGlyphs';

/** What plugins wrote: a node that is read to be drawn or changed is read without it. */
export const pluginKeys: ReadonlySet<string> = new Set(['pluginData', 'sharedPluginData']);

const codes: Record<string, number> = {
  id: NodeKey.id,
  type: NodeKey.type,
  name: NodeKey.name,
  children: NodeKey.children,
  styles: NodeKey.styles,
  componentId: NodeKey.componentId,
  isMask: NodeKey.isMask,
  isMaskOutline: NodeKey.isMaskOutline,
  maskType: NodeKey.maskType,
  preserveRatio: NodeKey.preserveRatio,
  targetAspectRatio: NodeKey.targetAspectRatio,
  scrollBehavior: NodeKey.scrollBehavior,
  sectionContentsHidden: NodeKey.sectionContentsHidden,
  connectorStartStrokeCap: NodeKey.connectorStartStrokeCap,
  connectorEndStrokeCap: NodeKey.connectorEndStrokeCap,
  pluginData: NodeKey.pluginData,
  sharedPluginData: NodeKey.sharedPluginData,
  // Vector data. @see ruling H25
  fillGeometry: NodeKey.geometry,
  strokeGeometry: NodeKey.geometry,
  relativeTransform: NodeKey.geometry,
  size: NodeKey.geometry,
  vectorNetwork: NodeKey.geometry,
  [glyphsKey]: NodeKey.glyphs,
};

/** Keys with their quotes, by length of the token and first letter: most keys are told apart by these. */
const candidates: { token: Uint8Array; code: number }[][] = Array.from({ length: 32 * 32 }, () => []);
const placeOf = (length: number, letter: number): number => length * 32 + (letter & 31);
for (const [key, code] of Object.entries(codes)) {
  const token = Buffer.from(JSON.stringify(key));
  candidates[placeOf(token.length, token[1]!)]!.push({ token, code });
}

const BACKSLASH = 0x5c;

/** The code of the key whose token, quotes included, is [start, end). */
export function nodeKey(text: Uint8Array, start: number, end: number): number {
  if (end - start < 32) {
    for (const candidate of candidates[placeOf(end - start, text[start + 1]!)]!) {
      if (tokenIs(text, start, candidate.token)) return candidate.code;
    }
  }
  return hasEscape(text, start, end) ? escapedKey(text, start, end) : NodeKey.other;
}

export function tokenIs(text: Uint8Array, start: number, token: Uint8Array): boolean {
  for (let index = 1; index < token.length; index++) {
    if (text[start + index] !== token[index]) return false;
  }
  return true;
}

function hasEscape(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text[at] === BACKSLASH) return true;
  return false;
}

/** A key may be spelled with escapes and is the same key then. */
function escapedKey(text: Uint8Array, start: number, end: number): number {
  const key = JSON.parse(Buffer.from(text.subarray(start, end)).toString()) as string;
  return Object.hasOwn(codes, key) ? codes[key]! : NodeKey.other;
}
