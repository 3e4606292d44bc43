import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { imageSourceOf } from '../../files/image-fills-store.ts';
import { imagePath } from '../../images/image-path.ts';
import { findRenders } from '../../images/render-store.ts';
import type { Handler } from '../../operation.ts';
import type { RenderOptions } from '../../render/render-options.ts';
import { imageAnswer } from './image-answer.ts';
import { requireSigned } from './require-signed.ts';

const yearSeconds = 31_536_000;

/** Of an image that is no longer drawn as it was when its address was given out. */
const otherSeconds = 3600;

/**
 * A rendered image, for whoever holds a signed address that has not expired. One that made room for others is
 * rendered again: with the fonts and the renderer of today, and under another tag where these are others now.
 *
 * @see IMG-02, IMG-20
 */
export const downloadImage: Handler<'downloadImage'> = async ({ path, query, ipAddress }, context) => {
  requireSigned(context, imagePath(path.image_name), query);
  const present = await context.images.read(path.image_name);
  const { name, body } = present
    ? { name: path.image_name, body: present }
    : await renderAgain(path.image_name, ipAddress, context);
  const secondsLeft =
    query.expires === 'never' ? yearSeconds : Number(query.expires) - Math.floor(context.clock.now() / 1000);
  const isSame = name === path.image_name;
  const maxAge = Math.min(secondsLeft, isSame ? yearSeconds : otherSeconds);
  return imageAnswer(name, body, `public, max-age=${maxAge}${isSame ? ', immutable' : ''}`);
};

async function renderAgain(name: string, caller: string, context: Context) {
  const [row] = await findRenders(context.database, [name]);
  if (row === undefined) throw notFound('Image not found');
  const source = await imageSourceOf(context.database, row.fileKey, row.snapshot);
  if (source === undefined) throw notFound('Image not found');
  const options = JSON.parse(row.options) as RenderOptions;
  const image = await context.images.open(source, row.nodeId, options, caller);
  if (image === undefined) throw notFound('Image not found');
  return image;
}
