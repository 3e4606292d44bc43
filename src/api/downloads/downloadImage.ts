import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { imagePath } from '../../images/image-path.ts';
import { findRenders } from '../../images/render-store.ts';
import type { Handler } from '../../operation.ts';
import type { RenderOptions } from '../../render/render-options.ts';
import { imageSourceOf } from '../files/image-fills-store.ts';
import { imageAnswer } from './image-answer.ts';
import { requireSigned } from './require-signed.ts';

const yearSeconds = 31_536_000;

/**
 * A rendered image, for whoever holds a signed address that has not expired. One that made room for others is
 * rendered again.
 *
 * @see IMG-02, IMG-20
 */
export const downloadImage: Handler<'downloadImage'> = async ({ path, query }, context) => {
  requireSigned(context, imagePath(path.image_name), query);
  const body = (await context.images.read(path.image_name)) ?? (await renderAgain(path.image_name, context));
  const secondsLeft =
    query.expires === 'never' ? yearSeconds : Number(query.expires) - Math.floor(context.clock.now() / 1000);
  const maxAge = Math.min(secondsLeft, yearSeconds);
  return imageAnswer(path.image_name, body, `public, max-age=${maxAge}, immutable`);
};

async function renderAgain(name: string, context: Context) {
  const [row] = await findRenders(context.database, [name]);
  if (row === undefined) throw notFound('Image not found');
  const source = await imageSourceOf(context.database, row.file_key, row.snapshot);
  if (source === undefined) throw notFound('Image not found');
  const image = await context.images.open(source, row.node_id, JSON.parse(row.options) as RenderOptions);
  if (image === undefined) throw notFound('Image not found');
  return image.body;
}
