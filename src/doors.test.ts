import { afterEach, describe, expect, it } from 'vitest';
import { bounds, caps } from './access/caps.ts';
import { castServer } from './testing/cast.ts';
import { refusalOf } from './testing/doors/brought-by-file.ts';
import { capsAtDoors, waysToCaps } from './testing/doors/caps.ts';
import { type AtDoor, isLetThrough, type Rule } from './testing/doors/door.ts';
import { saying } from './testing/doors/refusals.ts';
import { rulesOfNouns } from './testing/doors/rules.ts';
import type { Visit } from './testing/doors/visit.ts';

const { play, server } = castServer();

const usualBounds = { ...bounds };
afterEach(() => {
  Object.assign(bounds, usualBounds);
});

const visit = (): Visit => ({ play, server: server(), context: server().context });

/** The doors that can be tried. */
const triedAt = ({ at }: Pick<Rule, 'at'>): [door: string, at: Exclude<AtDoor, string>][] =>
  Object.entries(at).flatMap(([door, one]) => (typeof one === 'string' ? [] : [[door, one]]));

async function refusalAt(at: Exclude<AtDoor, string>): Promise<string | undefined> {
  const answer = await (isLetThrough(at) ? at.lets : at)(visit());
  return typeof answer === 'object' ? refusalOf(answer) : answer;
}

describe.each(Object.entries(rulesOfNouns))('The rules of %s', (_noun, rules) => {
  describe.each(Object.entries(rules))('%s', (_title, rule) => {
    it.each(triedAt(rule))('by this door: %s', async (_door, at) => {
      await rule.before?.(visit());
      const refusal = await refusalAt(at);
      expect(refusal).toEqual(isLetThrough(at) ? undefined : expect.stringMatching(saying(rule.words)));
    });
  });
});

describe('As many as there may be', () => {
  const before = structuredClone(caps);
  const limit = (cap: string, most: number) => Object.assign(caps[cap as keyof typeof caps], { most });
  afterEach(() => {
    for (const [cap, { most }] of Object.entries(before)) limit(cap, most);
  });

  const ways = [
    ...Object.entries(capsAtDoors).map(([cap, at]) => ({ title: cap, cap, at })),
    ...Object.entries(waysToCaps).map(([title, way]) => ({ title, ...way })),
  ];

  describe.each(ways)('$title', ({ cap, at }) => {
    it.each(triedAt({ at }))('by this door: %s', async (_door, one) => {
      const { many } = limit(cap, 0);
      const full = expect.stringContaining(`${many} are 0 already`);
      expect(await refusalAt(one)).toEqual(isLetThrough(one) ? undefined : full);
    });
  });
});
