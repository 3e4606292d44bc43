import type { Snapshot } from '../../document/snapshot.ts';
import { offersFonts } from '../../fonts/offers-fonts.ts';
import { fontSet } from '../../images/font-set.ts';
import { knownFonts } from '../../images/known-fonts.ts';
import type { Handler } from '../../operation.ts';
import { gapsOf, mostNamed, type Places } from './document-gaps.ts';
import { layerRecords } from './layer-record.ts';
import { readOnce, viewedDocument } from './viewed-document.ts';

/** So many families are named. */
const mostFamilies = 100;

/** Tells what pictures of the file lack: outlines that it does not have, and fonts that the server does not have. */
export const getViewerGaps: Handler<'getViewerGaps'> = async (call, context) => {
  const document = await viewedDocument(call, context);
  const { organizationId } = document.viewed.file;
  const fonts = await fontSet(context, organizationId);
  const asked = { ...document, question: { about: ['gaps', fonts.fingerprint], brings: 'all' } } as const;
  const gaps = await readOnce(call, context, asked, (snapshot, run) =>
    run(readGaps(snapshot, knownFonts(fonts))),
  );
  const mayAdd = offersFonts(context, document.viewed.viewer, organizationId);
  return {
    headers: document.headers,
    contentType: 'application/json; charset=utf-8',
    text: `{"may_add_fonts":${mayAdd},${gaps.slice(1)}`,
  };
};

function* readGaps(snapshot: Snapshot, isKnown: ReturnType<typeof knownFonts>) {
  const { vectors, textsOfFonts } = yield* gapsOf(snapshot);
  const missing = textsOfFonts.filter(({ family, postScriptName }) => !isKnown(family, postScriptName));
  const fonts = [];
  for (const [family, texts] of [...Map.groupBy(missing, ({ family }) => family)].slice(0, mostFamilies)) {
    const places = texts.map((text) => text.places);
    fonts.push({ family, ...(yield* record(snapshot, places)) });
  }
  return { vectors: yield* record(snapshot, [vectors]), fonts };
}

function* record(snapshot: Snapshot, parts: readonly Places[]) {
  const named = parts.flatMap(({ first }) => first).sort((one, other) => one.index - other.index);
  const shown = named.slice(0, mostNamed);
  const indexes = shown.map(({ index }) => index);
  const layers = yield* layerRecords(snapshot, indexes);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    layers: layers.map((layer, place) => ({ layer, page: shown[place]!.page })),
  };
}
