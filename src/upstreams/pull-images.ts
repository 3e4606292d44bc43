import { severalAtOnce } from '../blobs/several-at-once.ts';
import { storeImage } from '../content/image-bytes.ts';
import { ApiError } from '../errors.ts';
import { imageFillsOf } from '../files/image-fills-store.ts';
import { type OpenPull, warningOf } from './open-pull.ts';
import { objectOf } from './read-values.ts';
import { UpstreamFailed } from './upstream-failed.ts';

const atOnce = 4;
const mostBytes = 64 * 1024 * 1024;

/** Reads the image fills whose bytes are missing here. They belong to the file with the document that shows them, at once. */
export async function pullImages(pull: OpenPull): Promise<void> {
  const { context, line, fileKey, elsewhere } = pull;
  const answer = objectOf(await line.json(`/v1/files/${encodeURIComponent(elsewhere)}/images`, 'tier2'));
  const images = objectOf(objectOf(answer.meta).images ?? answer.images);
  const present = new Set((await imageFillsOf(context.database, fileKey)).map(({ imageRef }) => imageRef));
  const missing = Object.entries(images).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && !present.has(one[0]),
  );
  await severalAtOnce(missing, atOnce, ([imageRef, url]) => pullImage(pull, imageRef, url));
}

/** One that cannot be had is told, and the others come all the same. */
async function pullImage(pull: OpenPull, imageRef: string, url: string): Promise<void> {
  const { context, line, brought } = pull;
  try {
    const bytes = await line.download(url, mostBytes);
    brought.images.push(await storeImage(context.blobs, imageRef, bytes));
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof UpstreamFailed)) throw error;
    brought.warnings.push(warningOf(`The image ${imageRef}`, error as ApiError));
  }
}
