import { objectOf, someValues } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';

/** So many of each kind are named. */
export const mostNamed = 100;

interface Place {
  readonly index: number;
  /** Id of the page that it is on. */
  readonly page: string;
}

/** Nodes of one kind, in the order of the document. */
export interface Places {
  count: number;
  /** The first of them, {@link mostNamed} at the most. */
  readonly first: Place[];
}

interface TextsOfFont {
  readonly family: string;
  readonly postScriptName: unknown;
  readonly places: Places;
}

/** What pictures of a document may lack. */
export interface DocumentGaps {
  /** Nodes that would leave a mark, and whose file does not say which. */
  readonly vectors: Places;
  readonly textsOfFonts: readonly TextsOfFont[];
}

/** Looks at every node of a document; a step for each. */
export function* gapsOf(snapshot: Snapshot): Generator<void, DocumentGaps> {
  const vectors = noPlaces();
  const texts = new Map<string, TextsOfFont>();
  let page = '';
  for (let index = 1; index < snapshot.nodeCount; index += 1) {
    const { id, type, depth } = snapshot.node(index);
    if (depth === 1) page = id;
    if (outlined.has(type) && (yield* lacksOutlines(snapshot, index))) add(vectors, { index, page });
    if (type === 'TEXT') yield* addText(texts, snapshot, { index, page });
    yield;
  }
  return { vectors, textsOfFonts: [...texts.values()] };
}

const noPlaces = (): Places => ({ count: 0, first: [] });

function add(places: Places, place: Place): void {
  places.count += 1;
  if (places.first.length < mostNamed) places.first.push(place);
}

const styleKeys: ReadonlySet<string> = new Set(['style']);

function* addText(texts: Map<string, TextsOfFont>, snapshot: Snapshot, place: Place): Generator<void, void> {
  const values = yield* someValues(snapshot, place.index, styleKeys);
  const { fontFamily, fontPostScriptName } = objectOf(values, 'style');
  if (typeof fontFamily !== 'string') return;
  const name = JSON.stringify([fontFamily, fontPostScriptName]);
  const places = texts.get(name)?.places ?? noPlaces();
  add(places, place);
  texts.set(name, { family: fontFamily, postScriptName: fontPostScriptName, places });
}

/** What is drawn by its outlines alone. */
const outlined: ReadonlySet<string> = new Set(['VECTOR', 'TEXT_PATH', 'WASHI_TAPE', 'CONNECTOR']);
const outlines = ['fillGeometry', 'strokeGeometry', 'vectorNetwork'];

const paintKeys: ReadonlySet<string> = new Set(['visible', 'fills', 'strokes']);

function* lacksOutlines(snapshot: Snapshot, index: number): Generator<void, boolean> {
  const { values } = yield* snapshot.ownPropertiesInSteps(index);
  if (outlines.some((key) => values.has(key))) return false;
  const shown = yield* someValues(snapshot, index, paintKeys);
  const isPainted = ['fills', 'strokes'].some((key) => (shown.get(key) ?? '[]') !== '[]');
  return isPainted && shown.get('visible') !== 'false';
}
