import { describe, expect, it } from 'vitest';
import { hasChromium, openChromium, withoutChromium } from './chromium.ts';

describe.skipIf(!hasChromium)(`The browser of the checks${withoutChromium}`, () => {
  it('draws letters and emoji with fonts of its own, whatever the machine has', async () => {
    const { browser, close } = await openChromium();
    try {
      const page = await browser.newPage();
      await page.setContent('<p style="font-family: system-ui">Ink Чернила 🖋</p>');
      const session = await page.context().newCDPSession(page);
      await session.send('DOM.enable');
      await session.send('CSS.enable');
      const { root } = await session.send('DOM.getDocument');
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      expect(fonts.map(({ familyName }) => familyName).sort()).toEqual(['Noto Color Emoji', 'Open Sans']);
    } finally {
      await close();
    }
  });
});
