import { viewerOf } from '../../accounts/viewed-file.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { offersFonts } from '../../fonts/offers-fonts.ts';
import { fontSet } from '../../images/font-set.ts';
import { knownFonts } from '../../images/known-fonts.ts';
import type { Handler } from '../../operation.ts';
import { gapsOf, mostNamed, type Places } from './document-gaps.ts';
import { layerRecord } from './layer-record.ts';
import { viewedDocument } from './viewed-document.ts';

/** Tells what pictures of the file lack: outlines that it does not have, and fonts that the server does not have. */
export const getViewerGaps: Handler<'getViewerGaps'> = async (call, context) => {
  const { viewed, snapshot, headers } = await viewedDocument(call, context);
  const { organizationId } = viewed.file;
  const { vectors, textsOfFonts } = await gapsOf(snapshot);
  const isKnown = knownFonts(await fontSet(context, organizationId));
  const missing = textsOfFonts.filter(({ family, postScriptName }) => !isKnown(family, postScriptName));
  const families = Map.groupBy(missing, ({ family }) => family);
  return {
    headers,
    json: {
      may_add_fonts: offersFonts(context, await viewerOf(context, call.headers), organizationId),
      vectors: record(snapshot, [vectors]),
      fonts: [...families].map(([family, texts]) => ({
        family,
        ...record(
          snapshot,
          texts.map(({ places }) => places),
        ),
      })),
    },
  };
};

function record(snapshot: Snapshot, parts: readonly Places[]) {
  const named = parts.flatMap(({ first }) => first).sort((one, other) => one.index - other.index);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    layers: named
      .slice(0, mostNamed)
      .map(({ index, page }) => ({ layer: layerRecord(snapshot, index), page })),
  };
}
