import { median } from '../medians.ts';
import { memoryOf, memoryOfAll } from '../processes.ts';
import { askMany } from '../render/ask-many.ts';
import { iconIds, imagesPath, openRenderServer, screenId, screenIds } from '../render/render-server.ts';
import type { Measured, Stage } from '../stage.ts';
import type { Vitrine } from '../vitrine.ts';

const renders = 2000;
const warmUp = 400;
const atOnce = 4;
/** Twenty renders of each, so that every tenth has all of them. */
const formats = [...Array<string>(7).fill('png'), 'jpg', 'svg', 'pdf'];

/**
 * Resident memory of a new server and its processes over 2,000 renders after 400 of the same kind: every node of a screen and icons in
 * turn, in all formats, at scales from 0.25 to 4.
 */
export async function measureRenderMemory(stage: Stage): Promise<Measured> {
  stage.say(`Memory over ${renders} renders`);
  const vitrine = await openRenderServer(stage, 'render-memory');
  try {
    const sizes = await sizesOver(vitrine);
    if (sizes.includes(0))
      return {
        rows: [],
        facts: [],
        leftOut: ['/proc does not tell memory here, so that of renders is missing.'],
      };
    const tenth = renders / 10;
    const inTenth = (number: number) => median(sizes.slice(number * tenth, (number + 1) * tenth)) / 1e6;
    const tenths = Array.from({ length: 10 }, (_, number) => inTenth(number).toFixed(0));
    const [ours, theirs] = [inTenth(9), inTenth(0)];
    return {
      rows: [
        {
          work: 'Resident memory over 2,000 renders of mixed size, last tenth',
          reference: `the first tenth, after ${warmUp} renders`,
          ours,
          theirs,
          ratio: ours / theirs,
          unit: 'MB',
          limit: { atMost: 1.1 },
        },
      ],
      facts: [{ name: 'Resident memory by tenths of the renders', value: `${tenths.join(', ')} MB` }],
    };
  } finally {
    await vitrine.stop();
  }
}

/** Bytes after each render that is counted; 0 where the system does not tell. */
export async function sizesOver(vitrine: Vitrine): Promise<number[]> {
  const sizes: number[] = [];
  let next = 0;
  await askMany(vitrine, atOnce, async (ask) => {
    if (next >= warmUp + renders) return false;
    const number = next++;
    await ask(pathOfRender(number));
    if (number >= warmUp) sizes.push(memoryOf(vitrine.pid) ? memoryOfAll(vitrine.pid) : 0);
    return true;
  });
  return sizes;
}

/** The whole screen every twentieth time, an icon every fourth; no pixels are asked for twice. */
function pathOfRender(number: number): string {
  const isScreen = number % 20 === 0;
  const isIcon = number % 4 === 1;
  const share = ((number * 619) % (warmUp + renders)) / (warmUp + renders);
  const scale = isScreen ? 0.25 + 2 * share : 0.25 + 3.75 * share;
  const ids = isIcon ? iconIds : screenIds;
  const id = isScreen ? screenId : ids[(number * 7) % ids.length]!;
  const format = formats[Math.floor(number / 20) % formats.length]!;
  return imagesPath(isIcon ? 'icons' : 'screen', { ids: [id], format, scale: Number(scale.toFixed(4)) });
}
