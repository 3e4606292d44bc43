import type { Page } from 'playwright-core';

/** No page has so many places to stop at. */
const mostStops = 150;

/** What has the focus, as it is called, or as it is read. */
export const focused = `(() => {
  const place = document.activeElement;
  const words = place?.getAttribute('aria-label') ?? place?.labels?.[0]?.innerText ?? place?.innerText ?? '';
  return words.trim();
})()`;

/** A keyboard and nothing else. */
export function keyboardOf(page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
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
    /** Goes to what is called so, and presses it. */
    use: async (wanted: string | RegExp) => {
      await tabTo(wanted);
      await press('Enter');
    },
  };
}
