import { viewerOf } from '../../accounts/viewed-file.ts';
import { runYielding } from '../../content/yielding.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { offersFonts } from '../../fonts/offers-fonts.ts';
import { fontSet } from '../../images/font-set.ts';
import { knownFonts } from '../../images/known-fonts.ts';
import type { Handler } from '../../operation.ts';
import { gapsOf, mostNamed, type Places } from './document-gaps.ts';
import { layerRecords } from './layer-record.ts';
import { viewedDocument } from './viewed-document.ts';

/** Tells what pictures of the file lack: outlines that it does not have, and fonts that the server does not have. */
export const getViewerGaps: Handler<'getViewerGaps'> = async (call, context) => {
  const { viewed, snapshot, headers } = await viewedDocument(call, context);
  const { organizationId } = viewed.file;
  const { vectors, textsOfFonts } = await gapsOf(snapshot);
  const isKnown = knownFonts(await fontSet(context, organizationId));
  const missing = textsOfFonts.filter(({ family, postScriptName }) => !isKnown(family, postScriptName));
  const families = Map.groupBy(missing, ({ family }) => family);
  const fonts = [];
  for (const [family, texts] of families) {
    const places = texts.map((text) => text.places);
    fonts.push({ family, ...(await record(snapshot, places)) });
  }
  return {
    headers,
    json: {
      may_add_fonts: offersFonts(context, await viewerOf(context, call.headers), organizationId),
      vectors: await record(snapshot, [vectors]),
      fonts,
    },
  };
};

async function record(snapshot: Snapshot, parts: readonly Places[]) {
  const named = parts.flatMap(({ first }) => first).sort((one, other) => one.index - other.index);
  const shown = named.slice(0, mostNamed);
  const indexes = shown.map(({ index }) => index);
  const layers = await runYielding(layerRecords(snapshot, indexes));
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    layers: layers.map((layer, place) => ({ layer, page: shown[place]!.page })),
  };
}
