import { describe, expect, it } from 'vitest';
import { comparePictures, cropPicture, decodePicture, encodePicture, type Picture } from './pictures.ts';

const picture = (width: number, ...pixels: number[][]): Picture => ({
  width,
  height: pixels.length / width,
  rgba: Uint8Array.from(pixels.flat()),
});
const [red, black, clear, halfBlack] = [
  [255, 0, 0, 255],
  [0, 0, 0, 255],
  [9, 9, 9, 0],
  [0, 0, 0, 128],
];

describe('the difference of two pictures', () => {
  it('is the mean over all channels of all pixels', () => {
    const { mean, worstOpaque } = comparePictures(picture(2, red!, black!), picture(2, black!, black!));
    expect(mean).toBeCloseTo(255 / 6);
    expect(worstOpaque).toBe(255);
  });

  it('sees transparent pixels on white, whatever colour they hide', () => {
    expect(comparePictures(picture(1, clear!), picture(1, [255, 255, 255, 255])).mean).toBe(0);
    const half = comparePictures(picture(1, halfBlack!), picture(1, black!));
    expect(half.mean).toBeCloseTo(127, 0);
    expect(half.worstOpaque).toBe(0);
  });

  it('counts the pixels that only one of them has', () => {
    const { mean, comparedShare } = comparePictures(picture(2, black!, black!), picture(1, black!));
    expect(mean).toBeCloseTo(127.5);
    expect(comparedShare).toBe(1);
  });

  it('leaves boxes out and says how much is left', () => {
    const box = { left: -3, top: 0.2, right: 0.5, bottom: 9 };
    const found = comparePictures(picture(2, red!, black!), picture(2, black!, black!), [box]);
    expect(found).toMatchObject({ mean: 0, comparedShare: 0.5 });
    expect([...found.picture.rgba.slice(4)]).toEqual([255, 255, 255, 255]);
    const all = comparePictures(picture(1, red!), picture(1, black!), [{ ...box, right: 2 }]);
    expect(all).toMatchObject({ mean: undefined, comparedShare: 0 });
  });
});

it('pictures come back from their file as they were, and parts of them are cut out by whole px', async () => {
  const both = picture(2, red!, black!, halfBlack!, red!);
  expect(await decodePicture(await encodePicture(both))).toEqual({ ...both, rgba: Buffer.from(both.rgba) });
  expect(cropPicture(both, { left: 1, top: 0, right: 9, bottom: 2 })).toEqual(picture(1, black!, red!));
});
