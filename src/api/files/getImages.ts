import { downloadAddress, expiryAfter } from '../../access/signed-address.ts';
import { mapYielding } from '../../content/yielding.ts';
import type { Context } from '../../context.ts';
import { versionIdOf } from '../../contract/branded-ids.ts';
import { nodeIdsOf } from '../../contract/node-ids.ts';
import { badRequest, notFound, sentences } from '../../errors.ts';
import { imageSourceOf } from '../../files/image-fills-store.ts';
import { findVersion } from '../../files/versions-store.ts';
import { findVisibleFile } from '../../files/visible-file-store.ts';
import { imageOptions } from '../../images/image-options.ts';
import { imagePath } from '../../images/image-path.ts';
import type { NodeImage } from '../../images/images-request.ts';
import type { NoImage } from '../../images/render-task.ts';
import type { Handler } from '../../operation.ts';
import { answerInTime } from './answer-in-time.ts';

/** An hour of thirty days. */
const roundedPart = 1 / 720;

/**
 * Addresses of images of the asked nodes; null for a node that has none.
 *
 * @see IMG-01…24, ruling H22
 */
export const getImages: Handler<'getImages'> = async (call, context) => {
  const { caller, path, query } = call;
  const nodeIds = nodeIdsOf(query.ids);
  if (nodeIds.length === 0) throw badRequest('Missing parameter "ids": name at least one node.');
  const file = await findVisibleFile(context.database, caller, path.file_key);
  const version = await findVersion(context.database, file, versionIdOf(query.version));
  const options = imageOptions({
    format: query.format,
    scale: query.scale,
    contentsOnly: query.contents_only,
    useAbsoluteBounds: query.use_absolute_bounds,
    wholeBaselines: file.editorType !== 'slides',
    svgOutlineText: query.svg_outline_text,
    svgIncludeId: query.svg_include_id,
    svgIncludeNodeId: query.svg_include_node_id,
    svgSimplifyStroke: query.svg_simplify_stroke,
  });
  const { imageUrlDays } = context.config;
  const end =
    imageUrlDays === 'never' ? 'never' : expiryAfter(context.clock.now(), imageUrlDays, roundedPart);
  const source = await imageSourceOf(context.database, file.key, version.snapshot);
  if (source === undefined) throw notFound(sentences.fileNotFound);
  const answer = context.images
    .render({
      source,
      nodeIds,
      options,
      caller: caller.user.id,
      signal: call.signal(),
      expiresAt: end === 'never' ? null : end * 1000,
    })
    .then((images) => {
      logMissing(images, { requestId: call.requestId, file: file.key }, context);
      return addressesOf(images, (name) => downloadAddress(context, imagePath(name), end));
    });
  const failed = () => ({ err: null, images: Object.fromEntries(nodeIds.map((id) => [id, null])) });
  return answerInTime(answer, { failed, log: context.log });
};

async function addressesOf(images: readonly NodeImage[], addressOf: (name: string) => string) {
  // Without a prototype it is a dictionary from its first entry on; another object becomes one as it grows.
  const addresses: Record<string, string | null> = Object.create(null);
  await mapYielding(images, ({ nodeId, name, outcome }) => {
    addresses[nodeId] = 'reason' in outcome ? null : addressOf(name);
  });
  return { err: null, images: addresses };
}

/** What went wrong, or what was left out first. */
const detailOf = ({ detail, notDrawn }: NoImage): string | undefined => detail ?? notDrawn?.[0]?.reason;

/** Nodes of one line in the log. */
const mostLogged = 20;

function logMissing(images: readonly NodeImage[], request: object, { log }: Context): void {
  const missing = images.flatMap(({ nodeId, outcome }) =>
    'reason' in outcome ? [{ nodeId, reason: outcome.reason, detail: detailOf(outcome) }] : [],
  );
  if (missing.length === 0) return;
  log.info(
    { ...request, count: missing.length, nodes: missing.slice(0, mostLogged) },
    'nodes without an image',
  );
}
