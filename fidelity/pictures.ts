import sharp from 'sharp';

/** Pixels, row by row, four bytes each, straight alpha. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** A box in px of a picture. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}

export const encodePicture = ({ width, height, rgba }: Picture): Promise<Uint8Array> =>
  sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

export interface Difference {
  /** Mean absolute difference of a channel, 0 to 255, both pictures on white; undefined where nothing is compared. */
  readonly mean: number | undefined;
  /** Of the pixels that are opaque in both, the largest difference of a channel. */
  readonly worstOpaque: number;
  /** How much of the picture is compared, 0 to 1. */
  readonly comparedShare: number;
  /** White where both agree, darker by four times the difference, blue where nothing is compared. */
  readonly picture: Picture;
}

/** Compares two pictures; where their sizes differ, the smaller one continues transparent. */
export function comparePictures(
  ours: Picture,
  theirs: Picture,
  leftOut: readonly PixelBox[] = [],
): Difference {
  const width = Math.max(ours.width, theirs.width);
  const height = Math.max(ours.height, theirs.height);
  const isLeftOut = coverage(width, height, leftOut);
  const rgba = new Uint8Array(width * height * 4);
  let [sum, compared, worstOpaque] = [0, 0, 0];
  for (let at = 0; at < width * height; at += 1) {
    if (isLeftOut[at]) {
      rgba.set(leftOutColor, at * 4);
      continue;
    }
    const [x, y] = [at % width, Math.floor(at / width)];
    const pair = channelDifferences(ours, placeOf(ours, x, y), theirs, placeOf(theirs, x, y));
    compared += 1;
    sum += pair.sum;
    if (pair.areOpaque) worstOpaque = Math.max(worstOpaque, pair.most);
    const level = 255 - Math.min(255, pair.most * 4);
    rgba.set([level, level, level, 255], at * 4);
  }
  return {
    mean: compared === 0 ? undefined : sum / (compared * 3),
    worstOpaque,
    comparedShare: compared / Math.max(width * height, 1),
    picture: { width, height, rgba },
  };
}

const leftOutColor = [214, 226, 245, 255];

const placeOf = ({ width, height }: Picture, x: number, y: number): number =>
  x < width && y < height ? (y * width + x) * 4 : -1;

function channelDifferences(ours: Picture, ourPlace: number, theirs: Picture, theirPlace: number) {
  let [sum, most] = [0, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const difference = Math.abs(onWhite(ours, ourPlace, channel) - onWhite(theirs, theirPlace, channel));
    sum += difference;
    most = Math.max(most, difference);
  }
  return { sum, most, areOpaque: isOpaque(ours, ourPlace) && isOpaque(theirs, theirPlace) };
}

function onWhite({ rgba }: Picture, place: number, channel: number): number {
  if (place < 0) return 255;
  const alpha = rgba[place + 3]! / 255;
  return rgba[place + channel]! * alpha + 255 * (1 - alpha);
}

const isOpaque = ({ rgba }: Picture, place: number): boolean => place >= 0 && rgba[place + 3] === 255;

function coverage(width: number, height: number, boxes: readonly PixelBox[]): Uint8Array {
  const covered = new Uint8Array(width * height);
  for (const box of boxes) {
    const [left, right] = [clamp(Math.floor(box.left), width), clamp(Math.ceil(box.right), width)];
    const [top, bottom] = [clamp(Math.floor(box.top), height), clamp(Math.ceil(box.bottom), height)];
    for (let y = top; y < bottom; y += 1) covered.fill(1, y * width + left, y * width + right);
  }
  return covered;
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** The part of a picture inside of a box. */
export function cropPicture(picture: Picture, box: PixelBox): Picture {
  const left = clamp(Math.floor(box.left), picture.width);
  const top = clamp(Math.floor(box.top), picture.height);
  const width = clamp(Math.ceil(box.right), picture.width) - left;
  const height = clamp(Math.ceil(box.bottom), picture.height) - top;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * picture.width + left) * 4;
    rgba.set(picture.rgba.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, rgba };
}
