import { refuseBeyond } from '../access/caps.ts';
import { severalAtOnce } from '../blobs/several-at-once.ts';
import { type Change, inChange } from '../change.ts';
import { isCutShort } from '../content/cut-image.ts';
import { storeImage } from '../content/image-bytes.ts';
import { fillTypeOf } from '../content/image-type.ts';
import { runYielding } from '../content/yielding.ts';
import { ApiError } from '../errors.ts';
import { imageFillsOf } from '../files/image-fills-store.ts';
import { countImageFills, keepImageFills } from '../files/keep-image-fills.ts';
import { type MirrorPull, type OpenPull, warningOf } from './open-pull.ts';
import { entriesOf, objectOf, type Values } from './read-values.ts';
import { UpstreamFailed } from './upstream-failed.ts';

const atOnce = 4;
const mostBytes = 64 * 1024 * 1024;

/**
 * Reads the image fills whose bytes are missing here. They belong to the file with the document that shows them, at once.
 * @throws UpstreamFailed where not all could be had, when the others are kept
 */
export async function pullImages(pull: OpenPull): Promise<void> {
  const { context, line, fileKey, elsewhere, mirror, brought } = pull;
  const told = brought.warnings.length;
  const answer = objectOf(
    await line.json(`/v1/files/${encodeURIComponent(elsewhere)}/images`, 'tier2', { isLong: true }),
  );
  const images = objectOf(objectOf(answer.meta).images ?? answer.images);
  const held = (await mirror?.heldImages()) ?? [];
  const fills = await imageFillsOf(context.database, fileKey);
  const present = new Set([...held, ...fills].map(({ imageRef }) => imageRef));
  const missing = await runYielding(missingOf(images, present));
  // Before the first is stored: what is refused in the end lies on the disk until then.
  await refuseBeyond(context.database, 'imageFillsOfFile', fileKey, held.length + missing.length);
  await severalAtOnce(missing, atOnce, ([imageRef, url]) => pullImage(pull, imageRef, url));
  if (mirror?.hasDocument === true) await keepLate(pull, mirror);
  const [first, ...more] = brought.warnings.slice(told);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` So it is with ${more.length} more of ${missing.length}.`;
  throw new UpstreamFailed('unavailable', `${first.reason}${others}`);
}

/** Addresses of images, by the references that lack one here. Yields after each. */
export function* missingOf(
  images: Values,
  present: ReadonlySet<string>,
): Generator<void, [string, string][]> {
  const missing: [string, string][] = [];
  for (const [imageRef, url] of entriesOf(images)) {
    yield;
    if (typeof url === 'string' && !present.has(imageRef)) missing.push([imageRef, url]);
  }
  return missing;
}

/** Images that come after the document that shows them, which could not be had before. */
async function keepLate(
  { context, by, fileKey, isTold }: OpenPull,
  { heldImages, imagesCame }: MirrorPull,
): Promise<void> {
  const images = await heldImages();
  const counted = await countImageFills(context, fileKey, images);
  const keep = async (change: Change) => {
    if (images.length > 0) await keepImageFills(change, fileKey, images, counted);
    await imagesCame(change);
  };
  await inChange(context, by, keep, { isTold });
}

/** One that cannot be had is told, and the others come all the same. */
async function pullImage(pull: OpenPull, imageRef: string, url: string): Promise<void> {
  const { context, line, brought, mirror } = pull;
  try {
    const bytes = await line.download(url, mostBytes);
    if (isCutShort(bytes, await fillTypeOf(bytes)))
      throw new UpstreamFailed('unavailable', 'It ends before it is complete.');
    const image = await storeImage(context.blobs, imageRef, bytes);
    brought.images.push(image);
    await mirror?.holdImage(image);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof UpstreamFailed)) throw error;
    brought.warnings.push(warningOf(`The image ${imageRef}`, error as ApiError));
  }
}
