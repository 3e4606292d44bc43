import { type ByteBody, bytesBody } from '../../content/byte-body.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { imageSourceOf } from '../../files/image-fills-store.ts';
import { imagePath } from '../../images/image-path.ts';
import { findRenders } from '../../images/render-store.ts';
import type { BytesAnswer, Call, Handler } from '../../operation.ts';
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
  if (present !== undefined) return sameImage(context, path.image_name, query, present);
  const { name, body } = await renderAgain(path.image_name, ipAddress, context);
  if (name === path.image_name) return sameImage(context, name, query, body);
  return imageAnswer(name, body, `public, max-age=${Math.min(secondsLeft(context, query), otherSeconds)}`);
};

/** What an address of an image says behind its path. */
type SignedQuery = Call<'downloadImage'>['query'];

/**
 * The same answer of a small image that is in memory, or can be brought there; undefined for any other.
 * @throws ApiError 403, 410
 */
export function smallImage(
  context: Context,
  name: string,
  query: SignedQuery,
): BytesAnswer | Promise<BytesAnswer | undefined> {
  requireSigned(context, imagePath(name), query);
  const answerOf = (bytes: Buffer) => sameImage(context, name, query, bytesBody(bytes));
  const bytes = context.images.peek(name);
  return bytes === undefined
    ? context.images.bring(name).then((brought) => brought && answerOf(brought))
    : answerOf(bytes);
}

function sameImage(context: Context, name: string, query: SignedQuery, body: ByteBody): BytesAnswer {
  const maxAge = Math.min(secondsLeft(context, query), yearSeconds);
  return imageAnswer(name, body, `public, max-age=${maxAge}, immutable`);
}

const secondsLeft = ({ clock }: Context, { expires }: SignedQuery): number =>
  expires === 'never' ? yearSeconds : Number(expires) - Math.floor(clock.now() / 1000);

async function renderAgain(name: string, caller: string, context: Context) {
  const [row] = await findRenders(context.database, [name]);
  if (row === undefined) throw notFound('Image not found');
  const source = await imageSourceOf(context.database, row.fileKey, row.snapshot);
  if (source === undefined) throw notFound('Image not found');
  const options = JSON.parse(row.options) as RenderOptions;
  const image = await context.images.open(source, row.nodeId, options, caller);
  if (image === undefined) throw notFound('Image not found');
  if (image.isDrawn) context.metrics.drawnAgain();
  return image;
}
