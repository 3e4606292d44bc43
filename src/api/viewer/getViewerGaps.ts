import { viewerOf } from '../../accounts/viewed-file.ts';
import { runYielding } from '../../content/yielding.ts';
import { nodeValues, objectOf } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { offersFonts } from '../../fonts/offers-fonts.ts';
import { fontSet } from '../../images/font-set.ts';
import { knownFonts } from '../../images/known-fonts.ts';
import type { Handler } from '../../operation.ts';
import { layerRecord } from './layer-record.ts';
import { viewedDocument } from './viewed-document.ts';

/** So many of each kind are named. */
const mostNamed = 100;

/** Tells what pictures of the file lack: outlines that it does not have, and fonts that the server does not have. */
export const getViewerGaps: Handler<'getViewerGaps'> = async (call, context) => {
  const { viewed, snapshot, headers } = await viewedDocument(call, context);
  const isKnown = knownFonts(await fontSet(context, viewed.file.organizationId));
  const { vectors, fonts } = await runYielding(gapsOf(snapshot, isKnown));
  const named = (places: readonly Place[]) =>
    places.slice(0, mostNamed).map(({ index, page }) => ({ layer: layerRecord(snapshot, index), page }));
  const mayAdd = offersFonts(context, await viewerOf(context, call.headers), viewed.file.organizationId);
  return {
    headers,
    json: {
      may_add_fonts: mayAdd,
      vectors: { count: vectors.length, layers: named(vectors) },
      fonts: [...fonts].map(([family, places]) => ({ family, count: places.length, layers: named(places) })),
    },
  };
};

interface Place {
  readonly index: number;
  readonly page: string;
}

interface Gaps {
  readonly vectors: Place[];
  /** Texts by the family that is not there. */
  readonly fonts: Map<string, Place[]>;
}

/** What is drawn by its outlines alone. */
const outlined: ReadonlySet<string> = new Set(['VECTOR', 'TEXT_PATH', 'WASHI_TAPE', 'CONNECTOR']);
const outlines = ['fillGeometry', 'strokeGeometry', 'vectorNetwork'];

/** Looks at the document, one node in a step. */
function* gapsOf(
  snapshot: Snapshot,
  isKnown: (family: string, postScriptName: unknown) => boolean,
): Generator<void, Gaps> {
  const gaps: Gaps = { vectors: [], fonts: new Map() };
  let page = '';
  for (let index = 1; index < snapshot.nodeCount; index += 1) {
    const { id, type, depth } = snapshot.node(index);
    if (depth === 1) page = id;
    if (outlined.has(type) && lacksOutlines(snapshot, index)) gaps.vectors.push({ index, page });
    const family = type === 'TEXT' ? missingFamily(snapshot, index, isKnown) : undefined;
    if (family !== undefined) add(gaps.fonts, family, { index, page });
    yield;
  }
  return gaps;
}

/** Whether a node would leave a mark, and its file does not say which. */
function lacksOutlines(snapshot: Snapshot, index: number): boolean {
  const { values } = snapshot.ownProperties(index);
  if (outlines.some((key) => values.has(key))) return false;
  const shown = nodeValues(snapshot, index);
  const isPainted = ['fills', 'strokes'].some((key) => (shown.get(key) ?? '[]') !== '[]');
  return isPainted && shown.get('visible') !== 'false';
}

function missingFamily(
  snapshot: Snapshot,
  index: number,
  isKnown: (family: string, postScriptName: unknown) => boolean,
): string | undefined {
  const { fontFamily, fontPostScriptName } = objectOf(nodeValues(snapshot, index), 'style');
  return typeof fontFamily === 'string' && !isKnown(fontFamily, fontPostScriptName) ? fontFamily : undefined;
}

function add(fonts: Gaps['fonts'], family: string, place: Place): void {
  const places = fonts.get(family);
  if (places === undefined) fonts.set(family, [place]);
  else places.push(place);
}
