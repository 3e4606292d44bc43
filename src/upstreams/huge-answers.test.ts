import { describe, expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { filesIn } from '../mirrors/listed-file.ts';
import { missingOf } from './pull-images.ts';

/** How often something is asked of values between two steps. */
function mostAtOnce<T>(asked: () => number, steps: Generator<void, T>): { most: number; value: T } {
  for (let [most, before] = [0, 0]; ; ) {
    const { done, value } = steps.next();
    most = Math.max(most, asked() - before);
    before = asked();
    if (done) return { most, value };
  }
}

describe('A huge answer of an upstream', () => {
  it('is looked through in steps where it is a map of images', () => {
    let asked = 0;
    const isKnown = { has: () => ++asked < 0 } as unknown as ReadonlySet<string>;
    const images = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`ref${at}`, `https://a/${at}`]),
    );
    const { most, value } = mostAtOnce(() => asked, missingOf({ ...images, none: null }, isKnown));
    expect([most, value.length]).toEqual([1, 1000]);
  });

  it('is read in steps where it lists files and their branches', () => {
    let asked = 0;
    const file = (key: string, branches?: object[]) => ({
      get key() {
        asked++;
        return key;
      },
      name: key,
      ...(branches === undefined ? {} : { branches }),
    });
    const branches = Array.from({ length: 300 }, (_, at) => file(`b${at}`));
    const files = [...Array.from({ length: 300 }, (_, at) => file(`f${at}`)), file('last', branches)];
    const { most, value } = mostAtOnce(() => asked, filesIn({ files }));
    expect([most <= 2, value.length]).toEqual([true, 601]);
    expect(value.at(-1)).toMatchObject({ elsewhere: 'b299', main: 'last' });
  });

  it('is refused before it is read where it lists more files than a project has', () => {
    let asked = 0;
    const one = {
      get key() {
        asked++;
        return 'key';
      },
    };
    const files = Array.from({ length: 20_001 }, () => one);
    expect(() => atOnce(filesIn({ files }))).toThrow('20,001 files of one project; 20,000 are taken');
    expect(asked).toBe(0);
  });
});
