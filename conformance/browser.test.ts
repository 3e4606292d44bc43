import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { clientOf } from './harness/client.ts';
import { expectAccessible } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';

describe.skipIf(!hasChromium)(`The reference page in a browser${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  const complaints: string[] = [];
  const { url } = anyEngine();

  beforeAll(async () => {
    chromium = await openChromium(anyEngine());
  });
  afterAll(() => chromium?.close());

  async function openDocs(width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await chromium.browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
    const answer = await page.goto(`${url}/docs`);
    expect(answer?.status()).toBe(200);
    return page;
  }

  it('loads without an error, and without a request to anywhere else', async () => {
    const page = await openDocs(1280);
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.reload();
    expect([...hosts]).toEqual([url]);
    expect(await page.title()).toContain('Vitrine');
    await keepPicture(page, 'docs-wide');
    await page.close();
    expect(complaints).toEqual([]);
  });

  it('lists every operation, finds some by words, and leads to the page of a tag', async () => {
    const { paths } = (await clientOf(anyEngine())('GET', '/openapi.json')).json;
    const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const page = await openDocs(1280);
    const listed = await page.locator('.operations li[id]').evaluateAll(idsOfElements);
    expect(ids.length).toBeGreaterThan(80);
    expect([...listed].sort()).toEqual([...ids].sort());
    await page.getByLabel('Search the reference').fill('get file nodes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Operations with “get file nodes”' }).waitFor();
    await page.locator('#getFileNodes a').click();
    const article = page.locator('article#getFileNodes');
    await article.waitFor();
    await article.getByText('Example', { exact: true }).click();
    await article.getByText(/curl --cacert/).waitFor();
    expect(new URL(page.url()).hash).toBe('#getFileNodes');
    await keepPicture(page, 'docs-article');
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBe(1280);
    await page.close();
    expect(complaints).toEqual([]);
  });

  it('fits a narrow screen without scrolling sideways', async () => {
    for (const width of [320, 375, 768]) {
      const page = await openDocs(width);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect([width, wide]).toEqual([width, width]);
      if (width === 375) {
        await keepPicture(page, 'docs-narrow');
        await page.goto(`${url}/docs/files#getFile`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await keepPicture(page, 'docs-narrow-article');
      }
      await page.close();
    }
  });

  it('can be read in the dark and with the keyboard', async () => {
    const page = await openDocs(1280, 'dark');
    await keepPicture(page, 'docs-dark');
    await expectAccessible(page);
    const [ink, paper] = (await page.evaluate(
      'const style = getComputedStyle(document.body); [style.color, style.backgroundColor]',
    )) as [string, string];
    expect(contrast(ink, paper)).toBeGreaterThan(7);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('A');
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    await page.goto(`${url}/docs/files`);
    await expectAccessible(page);
    await page.close();
    expect(complaints).toEqual([]);
  });
});

const idsOfElements = (elements: readonly unknown[]): string[] =>
  elements.map((element) => (element as { id: string }).id);

/** Contrast of two colours as WCAG 2 counts it, from `rgb(…)` texts. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
