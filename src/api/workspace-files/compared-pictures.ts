import type { Context } from '../../context.ts';
import type { NodeId } from '../../contract/branded-ids.ts';
import { badRequest, notFound, sentences } from '../../errors.ts';
import { imageSourceOf } from '../../files/image-fills-store.ts';
import type { ComparedImage } from '../../images/compared-images.ts';
import { imageOptions } from '../../images/image-options.ts';
import type { Call } from '../../operation.ts';
import type { PixelCounts } from '../../render/pixel-counts.ts';
import type { ComparedKind } from '../../render/render-compared.ts';
import type { Compared } from './compared-versions.ts';
import { refuseUndrawn } from './drawn-picture.ts';

/** Pictures of nodes in the two versions that are compared. */
export interface ComparedPictures {
  /** @throws ApiError 503 */
  open(nodeId: NodeId, kind: ComparedKind): Promise<ComparedImage | undefined>;
  /** @throws ApiError 503 */
  count(nodeId: NodeId): Promise<PixelCounts | undefined>;
}

type DrawingCall = Pick<Call<'compareImages'>, 'caller' | 'signal'> & {
  readonly query: { readonly scale?: number };
};

/** @throws ApiError 400 for designs of two organizations, 404 */
export async function comparedPictures(
  { caller, query, signal }: DrawingCall,
  { database, images }: Context,
  { from, to, file, files }: Compared,
): Promise<ComparedPictures> {
  refuseForeignFonts(files);
  const before = await imageSourceOf(database, from.fileKey, from.snapshot);
  const after = await imageSourceOf(database, to.fileKey, to.snapshot);
  if (before === undefined || after === undefined) throw notFound(sentences.fileNotFound);
  const wholeBaselines = file.editorType !== 'slides';
  const options = imageOptions({ format: 'png', scale: query.scale, wholeBaselines });
  const drawn = { before, after, options, caller: caller.user.id, signal: signal() };
  return {
    open: (nodeId, kind) => images.compared.open({ ...drawn, nodeId, kind }).catch(refuseUndrawn),
    count: (nodeId) => images.compared.count({ ...drawn, nodeId }).catch(refuseUndrawn),
  };
}

/** Both are drawn with one set of fonts, and those of an organization are for its own designs alone. */
function refuseForeignFonts({ before, after }: Compared['files']): void {
  if (before.organizationId === after.organizationId) return;
  throw badRequest(
    'The two are designs of different organizations, which draw with fonts of their own: compare their nodes alone.',
  );
}
