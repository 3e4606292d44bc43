import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { unpackChromium } from '../../conformance/harness/chromium-files.ts';
import { screenSize } from './screen.ts';

/** A headless Chromium. */
export interface Browser {
  /** A page that is used again and again: it loads an SVG and takes a picture of it. */
  openPage(scale: number): Promise<(svg: string) => Promise<Uint8Array>>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const { executablePath, env, remove } = await unpackChromium();
  chromium.setGraphicsMode = false;
  const browser = await playwright.launch({
    executablePath,
    env,
    args: chromium.args.filter((arg) => arg !== '--single-process'),
  });
  return {
    openPage: async (scale) => {
      const page = await browser.newPage({ viewport: screenSize, deviceScaleFactor: scale });
      return async (svg) => {
        await page.setContent(`<body style="margin:0">${svg}`);
        return page.screenshot();
      };
    },
    close: async () => {
      await browser.close();
      await remove();
    },
  };
}
