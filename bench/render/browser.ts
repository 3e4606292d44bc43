import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { screenSize } from './screen.ts';

/** A headless Chromium. */
export interface Browser {
  /** A page that is used again and again: it loads an SVG and takes a picture of it. */
  openPage(scale: number): Promise<(svg: string) => Promise<Uint8Array>>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-chromium-'));
  // Chromium is unpacked into the folder that the environment names when its package is loaded.
  const environment = { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  Object.assign(process.env, environment);
  const { default: chromium } = await import('@sparticuz/chromium');
  chromium.setGraphicsMode = false;
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
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
      await rm(folder, { recursive: true, force: true });
      for (const name of Object.keys(environment)) delete process.env[name];
    },
  };
}
