import type { Comparison } from './cases.ts';
import { corpusBytes, corpusText, type Design, sourceOf } from './corpus.ts';
import { draw, drawSvg, type ImageBytes, meansFor, NothingDrawn } from './draw.ts';
import { featuresOf } from './features.ts';
import { boxOf, countLeftOut, findLeftOut, inPicture, type LeftOut, lackOf } from './left-out.ts';
import { comparePictures, decodePicture, type Picture } from './pictures.ts';
import { rasterise } from './rasterise.ts';

/** A node of a design beside the original's picture of it. */
export interface Pair {
  readonly design: Design;
  readonly nodeId: string;
  /** Path of the original's picture in the corpus. */
  readonly truth: string;
  readonly scale: number;
  readonly images: ImageBytes;
}

/** Compares our PNG with the original's. */
export const comparePng = (pair: Pair): Promise<Comparison> =>
  compareNode(pair, async () => ({
    ours: await decodePicture(
      await draw(sourceOf(pair.design, pair.nodeId), { scale: pair.scale }, pair.images),
    ),
    theirs: await decodePicture(corpusBytes(pair.truth)),
  }));

interface Drawn {
  readonly ours: Picture;
  readonly theirs: Picture;
  readonly values?: Readonly<Record<string, number>>;
  readonly notes?: readonly string[];
}

export type DrawSvgs = (ours: string, theirs: string) => Drawn;

/** Both as they are. */
export const bothSvgs =
  (scale: number): DrawSvgs =>
  (ours, theirs) => ({ ours: rasterise(ours, scale), theirs: rasterise(theirs, scale) });

/** Compares our SVG with the original's: one rasteriser draws both. */
export const compareSvg = (pair: Pair, drawSvgs: DrawSvgs = bothSvgs(pair.scale)): Promise<Comparison> =>
  compareNode(pair, async () =>
    drawSvgs(await drawSvg(sourceOf(pair.design, pair.nodeId), pair.images), corpusText(pair.truth)),
  );

/** Draws unless the node itself is what lacks, and leaves out what inside of it does. */
export async function compareNode(
  { design, nodeId, images, scale }: Omit<Pair, 'truth'>,
  drawBoth: () => Promise<Drawn>,
): Promise<Comparison> {
  const { node } = sourceOf(design, nodeId);
  const means = meansFor(images);
  const leftOut = findLeftOut(node, means);
  const found = { features: [...featuresOf(node)], leftOut: countsOf(leftOut), notes: [] };
  if (lackOf(node, means) !== undefined) return found;
  const drawn = await drawBoth().catch((error: Error) => {
    if (error instanceof NothingDrawn && countLeftOut(leftOut) > 0) return undefined;
    throw error;
  });
  if (drawn === undefined) return found;
  const { ours, theirs, values = {}, notes = [] } = drawn;
  const boxes = inPicture(leftOut.boxes, boxOf(node) ?? { x: 0, y: 0 }, scale);
  return {
    ...found,
    ours,
    theirs,
    values,
    difference: comparePictures(ours, theirs, boxes),
    notes: [...notes, ...sizeNote(ours, theirs)],
  };
}

const countsOf = ({ texts, vectors, images }: LeftOut) => ({ texts, vectors, images });

const sizeNote = (ours: Picture, theirs: Picture): string[] =>
  ours.width === theirs.width && ours.height === theirs.height
    ? []
    : [`Ours is ${ours.width} × ${ours.height} px, theirs ${theirs.width} × ${theirs.height}.`];
