import { afterEach, describe, expect, it } from 'vitest';
import { caps } from './access/caps.ts';
import { castServer } from './testing/cast.ts';
import { refusalOf, type Visit } from './testing/doors/brought-by-file.ts';
import { capsAtDoors, waysToCaps } from './testing/doors/caps.ts';
import { type AtDoor, isLetThrough, type Rule, type Rules } from './testing/doors/door.ts';
import { rulesOfAccounts } from './testing/doors/rules-of-accounts.ts';
import { rulesOfApps } from './testing/doors/rules-of-apps.ts';
import { rulesOfComments } from './testing/doors/rules-of-comments.ts';
import { rulesOfDevMode } from './testing/doors/rules-of-dev-mode.ts';
import { rulesOfFiles } from './testing/doors/rules-of-files.ts';
import { rulesOfFonts } from './testing/doors/rules-of-fonts.ts';
import { rulesOfPeople } from './testing/doors/rules-of-people.ts';
import { rulesOfPlaces } from './testing/doors/rules-of-places.ts';
import { rulesOfVariables } from './testing/doors/rules-of-variables.ts';
import { rulesOfWebhooks } from './testing/doors/rules-of-webhooks.ts';

const { play, server } = castServer();
const visit = (): Visit => ({ play, server: server(), context: server().context });

/** The doors that can be tried. */
const triedAt = ({ at }: Pick<Rule, 'at'>): [door: string, at: Exclude<AtDoor, string>][] =>
  Object.entries(at).flatMap(([door, one]) => (typeof one === 'string' ? [] : [[door, one]]));

async function refusalAt(at: Exclude<AtDoor, string>): Promise<string | undefined> {
  const answer = await (isLetThrough(at) ? at.lets : at)(visit());
  return typeof answer === 'object' ? refusalOf(answer) : answer;
}

const nouns: Readonly<Record<string, Rules>> = {
  accounts: rulesOfAccounts,
  people: rulesOfPeople,
  places: rulesOfPlaces,
  files: rulesOfFiles,
  fonts: rulesOfFonts,
  variables: rulesOfVariables,
  comments: rulesOfComments,
  'dev mode': rulesOfDevMode,
  webhooks: rulesOfWebhooks,
  'apps, tokens and payments': rulesOfApps,
};

describe.each(Object.entries(nouns))('The rules of %s', (_noun, rules) => {
  describe.each(Object.entries(rules))('%s', (_title, rule) => {
    it.each(triedAt(rule))('by this door: %s', async (_door, at) => {
      await rule.before?.(visit());
      const refusal = await refusalAt(at);
      expect(refusal).toEqual(isLetThrough(at) ? undefined : expect.stringMatching(rule.words));
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
