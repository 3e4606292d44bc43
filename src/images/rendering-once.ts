import type { BlobStore } from '../blobs/blob-store.ts';
import type { SnapshotShelf } from '../content/snapshot-shelf.ts';
import { beginSlice, inSlices } from '../content/yielding.ts';
import type { NodeId } from '../contract/branded-ids.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { Party } from '../processes/turns.ts';
import type { ComparedKind } from '../render/render-compared.ts';
import type { RenderOptions } from '../render/render-options.ts';
import type { FontSet } from './font-set.ts';
import type { ImageSource } from './image-name.ts';
import { megapixelsInSteps } from './node-size.ts';
import type { RenderPool } from './render-pool.ts';
import type { NoImage, RenderOutcome, RenderTask, SnapshotPaths, TileTask } from './render-task.ts';
import type { RenderRequest } from './render-turn.ts';
import type { RenderedFiles } from './rendered-files.ts';

/** What all nodes of a request are rendered from and with. */
export interface Rendering extends SnapshotPaths {
  readonly snapshot: Snapshot;
  readonly source: ImageSource;
  readonly fonts: FontSet;
  readonly options: RenderOptions;
  /** Of what is compared: the version before. */
  readonly earlier?: ComparedVersion | undefined;
  /** In whose turn. */
  readonly party: Party;
  readonly signal?: AbortSignal | undefined;
}

/** A version that another is compared with. */
export interface ComparedVersion extends SnapshotPaths {
  readonly snapshot: Snapshot;
  readonly source: ImageSource;
}

/** A node and the name of its image. */
export interface WantedImage {
  readonly nodeId: NodeId;
  readonly name: string;
  /** The part of a page that is wanted in place of the whole. */
  readonly tile?: TileTask | undefined;
  /** Which picture of what is compared is wanted in place of the node's own. */
  readonly compared?: ComparedKind | undefined;
}

/** Outcomes by the names of images; without those that were left undone because nobody waits any more. */
export type Outcomes = ReadonlyMap<string, RenderOutcome>;

export type RenderOnce = (rendering: Rendering, wanted: readonly WantedImage[]) => Promise<Outcomes>;

/** An image that somebody waits for. */
interface Shared {
  /** How many requests wait for it. */
  waiting: number;
  /** The request in whose turn it is drawn, once that has begun. */
  owner: object | undefined;
  outcome: RenderOutcome | undefined;
  /** For requests that wait for another's turn: resolves when there is an outcome, or when the owner gave it up. */
  changed: PromiseWithResolvers<void> | undefined;
}

interface Parts {
  readonly pool: Pick<RenderPool, 'render'>;
  readonly files: Pick<RenderedFiles, 'pathOf' | 'added'>;
  readonly blobs: BlobStore;
  readonly snapshots: Pick<SnapshotShelf, 'open'>;
}

/** An image was drawn, and the folder of images does not take it: nothing that is said of the node would be true. */
export class ImageNotKept extends Error {
  override readonly name = 'ImageNotKept';
  readonly code: string | undefined;
  constructor({ detail = '', unkept }: NoImage) {
    super('The server cannot keep images at the moment; its log says why to its administrator.', {
      cause: detail.split('\n', 1)[0],
    });
    this.code = unkept;
  }
}

/** How often a request begins anew because local copies are deleted under its hands. */
const mostBeginnings = 3;

/**
 * Renders for all who wait for an image once, in the turn of whoever comes to it first: a request that has much
 * before it keeps nobody else waiting.
 */
export function renderingOnce(parts: Parts): RenderOnce {
  const images = new Map<string, Shared>();
  return async (rendering, wanted) => {
    const own = new Map(wanted.map((one) => [one, join(images, one.name)]));
    const isOpen = (one: WantedImage): boolean => own.get(one)?.outcome === undefined;
    let gone = 0;
    try {
      for (let open = wanted; open.length > 0 && !rendering.signal?.aborted; open = open.filter(isOpen)) {
        const { isFileGone } = await renderAll(parts, rendering, open, (one) => own.get(one) as Shared);
        if (isFileGone) await bringAgain(parts, rendering, ++gone);
        const elsewhere = open.filter(isOpen).map((one) => own.get(one) as Shared);
        await Promise.all(elsewhere.map((image) => image.owner && changeOf(image)));
      }
      return outcomesOf(own);
    } finally {
      for (const [{ name }, image] of own) leave(images, name, image);
    }
  };
}

/** Files come to lie where they lay, so nothing else has to change. */
async function bringAgain(
  { snapshots }: Parts,
  { source, earlier }: Rendering,
  beginnings: number,
): Promise<void> {
  if (beginnings === mostBeginnings)
    throw new Error('Local copies of a design are deleted again and again while it is drawn.');
  await snapshots.open(source.snapshot);
  if (earlier !== undefined) await snapshots.open(earlier.source.snapshot);
}

function join(images: Map<string, Shared>, name: string): Shared {
  const present = images.get(name);
  const image = present ?? {
    waiting: 0,
    owner: undefined,
    outcome: undefined,
    changed: undefined,
  };
  image.waiting += 1;
  images.set(name, image);
  return image;
}

function leave(images: Map<string, Shared>, name: string, image: Shared): void {
  image.waiting -= 1;
  if (image.waiting === 0) images.delete(name);
}

function outcomesOf(images: ReadonlyMap<WantedImage, Shared>): Outcomes {
  const outcomes = new Map<string, RenderOutcome>();
  for (const [{ name }, { outcome }] of images) if (outcome !== undefined) outcomes.set(name, outcome);
  return outcomes;
}

function settle(image: Shared, outcome: RenderOutcome): void {
  image.outcome = outcome;
  image.changed?.resolve();
}

function changeOf(image: Shared): Promise<void> {
  image.changed ??= Promise.withResolvers();
  return image.changed.promise;
}

/** What a request gives up others may have. */
function giveUp(image: Shared, owner: object): void {
  if (image.owner !== owner || image.outcome !== undefined) return;
  image.owner = undefined;
  image.changed?.resolve();
  image.changed = undefined;
}

/**
 * Renders in the request's own turn what nobody else has come to; says whether a file was gone meanwhile.
 * @throws ImageNotKept
 */
async function renderAll(
  { pool, files, blobs }: Parts,
  rendering: Rendering,
  wanted: readonly WantedImage[],
  imageOf: (one: WantedImage) => Shared,
): Promise<{ readonly isFileGone: boolean }> {
  const { snapshotPath, overlayPath, source, earlier, fonts, party, signal } = rendering;
  const owner = {};
  const imageName = (imageRef: string) =>
    source.imageFills.get(imageRef) ?? earlier?.source.imageFills.get(imageRef);
  let isFileGone = false;
  let unkept: ImageNotKept | undefined;
  const asked: { image: Shared; name: string; task: RenderTask }[] = [];
  const slice = beginSlice();
  for (const one of wanted) {
    if (slice.isOver()) await slice.next();
    const task = await inSlices(taskOf(rendering, one, files), slice);
    if (task === undefined) settle(imageOf(one), { reason: 'missing' });
    else asked.push({ image: imageOf(one), name: one.name, task });
  }
  const request: RenderRequest = {
    snapshotPath,
    overlayPath,
    fonts,
    party,
    signal,
    tasks: asked.map(({ task }) => task),
    imagePath: async (imageRef) => {
      const blob = imageName(imageRef);
      return blob === undefined ? undefined : blobs.localPath(blob);
    },
    imageName,
    mayBegin: (place) => {
      const { image } = asked[place]!;
      if (unkept !== undefined) return false;
      if (image.outcome === undefined) image.owner ??= owner;
      return image.outcome === undefined && image.owner === owner;
    },
    onOutcome: (place, outcome) => {
      if (isOfGoneFile(outcome)) isFileGone = true;
      else if (isUnkept(outcome)) unkept = new ImageNotKept(outcome);
      else settle(asked[place]!.image, kept(files, asked[place]!.name, outcome));
    },
  };
  try {
    await pool.render(request);
    if (unkept !== undefined) throw unkept;
    return { isFileGone };
  } finally {
    for (const { image } of asked) giveUp(image, owner);
  }
}

const isUnkept = (outcome: RenderOutcome): outcome is NoImage =>
  'reason' in outcome && outcome.unkept !== undefined;

const isOfGoneFile = (outcome: RenderOutcome): boolean => 'reason' in outcome && outcome.isFileGone === true;

type TaskInSteps = Generator<void, RenderTask | undefined>;

/** Undefined for a node that is not there. */
function* taskOf(rendering: Rendering, wanted: WantedImage, files: Parts['files']): TaskInSteps {
  const { snapshot, options } = rendering;
  const { nodeId, name, tile, compared } = wanted;
  if (compared !== undefined) return yield* comparedTask(rendering, { ...wanted, compared }, files);
  const nodeIndex = snapshot.find(nodeId);
  if (nodeIndex === undefined) return undefined;
  const megapixels = tile ? megapixelsOfTile(tile) : yield* megapixelsInSteps(snapshot, nodeIndex, options);
  return { nodeIndex, options, tile, megapixels, ...placeIn(files, name) };
}

/** Counts for both pictures that it takes. */
function* comparedTask(
  { options, earlier, ...later }: Rendering,
  { nodeId, name, compared: kind }: WantedImage & { readonly compared: ComparedKind },
  files: Parts['files'],
): TaskInSteps {
  function* nodeIn({ snapshot, snapshotPath, overlayPath }: Omit<ComparedVersion, 'source'>) {
    const nodeIndex = snapshot.find(nodeId);
    if (nodeIndex === undefined) return undefined;
    const megapixels = yield* megapixelsInSteps(snapshot, nodeIndex, options);
    return { nodeIndex, snapshotPath, overlayPath, megapixels };
  }
  const [before, after] = [earlier && (yield* nodeIn(earlier)), yield* nodeIn(later)];
  const nodeIndex = (after ?? before)?.nodeIndex;
  if (nodeIndex === undefined) return undefined;
  const megapixels = (before?.megapixels ?? 0) + (after?.megapixels ?? 0);
  return { nodeIndex, options, compared: { kind, before, after }, megapixels, ...placeIn(files, name) };
}

const placeIn = (files: Parts['files'], name: string): Pick<RenderTask, 'path' | 'bundlesSmall'> => ({
  path: files.pathOf(name),
  bundlesSmall: true,
});

const megapixelsOfTile = ({ region }: TileTask): number => (region.width * region.height) / 1e6;

/** Hands the bytes that came along to those who keep them. */
function kept(files: Parts['files'], name: string, outcome: RenderOutcome): RenderOutcome {
  if ('reason' in outcome) return outcome;
  const { bytes, ...image } = outcome;
  files.added(name, image.sizeBytes, bytes);
  return image;
}
