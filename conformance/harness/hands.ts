import type { ElementHandle, Page } from 'playwright-core';
import { expect } from 'vitest';
import { password } from './oauth.ts';

/** No page has so many places to stop at. */
const mostStops = 150;

/** Of an element, how it is called, or how it is read. */
const wordsOf = `((place) =>
  (place?.getAttribute('aria-label') ?? place?.labels?.[0]?.innerText ?? place?.innerText ?? '').trim())`;

/** What has the focus. */
export const focused = `${wordsOf}(document.activeElement)`;

/** What somebody goes through their day with. */
export interface Hand {
  /** Presses keys, one after the other, wherever one is. */
  readonly press: (...keys: string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Goes to what is called so. */
  readonly tabTo: (wanted: string | RegExp) => Promise<void>;
  /** Goes there, and presses it. */
  readonly use: (wanted: string | RegExp) => Promise<void>;
  /** Goes there, and turns it on or off. */
  readonly turn: (wanted: string | RegExp) => Promise<void>;
}

const pressOn =
  (page: Page) =>
  async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** A keyboard and nothing else. */
function keyboardOf(page: Page): Hand {
  const press = pressOn(page);
  const tabTo = async (wanted: string | RegExp) => {
    for (let stops = 0; stops < mostStops; stops += 1) {
      await press('Tab');
      const words = await page.evaluate<string>(focused);
      if (typeof wanted === 'string' ? words === wanted : wanted.test(words)) return;
    }
    throw new Error(`The key Tab leads to nothing that is called ${wanted}.`);
  };
  return {
    press,
    tabTo,
    type: (text: string) => page.keyboard.type(text),
    use: async (wanted: string | RegExp) => {
      await tabTo(wanted);
      await press('Enter');
    },
    turn: async (wanted) => {
      await tabTo(wanted);
      await press('Space');
    },
  };
}

/** What of a page is called so and seen, in the dialog that is open where there is one. */
const placeCalled = `(wanted, isPattern) => {
  const isWanted = (words) => (isPattern ? new RegExp(wanted).test(words) : words === wanted);
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')].at(-1);
  const places = (dialog ?? document).querySelectorAll('a, button, input, textarea, summary, [role=tab], [role=treeitem]');
  const isElsewhere = (place) => place !== document.activeElement || place.matches('input, textarea');
  const isSeen = (place) => place.checkVisibility() && isElsewhere(place);
  const found = [...places].find((place) => isSeen(place) && isWanted(${wordsOf}(place)));
  return found?.type === 'checkbox' ? found.closest('label') : found;
}`;

/** A mouse that clicks whatever one goes to; keys are for what is written, and for steps beside where one is. */
function mouseOf(page: Page): Hand {
  const click = async (wanted: string | RegExp) => {
    const isPattern = wanted instanceof RegExp;
    const given = JSON.stringify(isPattern ? wanted.source : wanted);
    const look = async () =>
      (
        await page.evaluateHandle(`(${placeCalled})(${given}, ${isPattern})`)
      ).asElement() as ElementHandle | null;
    await expect.poll(look).not.toBeNull();
    await (await look())?.click();
  };
  return {
    press: pressOn(page),
    type: (text) => page.keyboard.type(text),
    tabTo: click,
    use: click,
    turn: click,
  };
}

/** Ways to go through a day. */
export const hands = { 'the keyboard alone': keyboardOf, clicks: mouseOf } as const;
export const handNames = Object.keys(hands) as (keyof typeof hands)[];

/** Signs somebody in at the page where people do. */
export async function signInBy({ tabTo, type, press }: Hand, email: string): Promise<void> {
  await tabTo('E-mail address');
  await type(email);
  await tabTo('Password');
  await type(password);
  await press('Enter');
}
