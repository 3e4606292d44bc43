import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { hasChromium, keepPicture, openChromium, withoutChromium } from './harness/chromium.ts';
import { clientOf } from './harness/client.ts';
import { expectAccessible } from './harness/console.ts';
import { anyEngine } from './harness/engines.ts';
import { middleSquare, places, viewerFile } from './harness/viewer-file.ts';
import { openViewer, type ViewerPage } from './harness/viewer-page.ts';
import { createWorld, type World } from './harness/world.ts';

interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The bytes of a part of a picture. */
const cutOut = (picture: { width: number; bytes: Buffer }, { left, top, width, height }: Part): Buffer =>
  Buffer.concat(
    Array.from({ length: height }, (_, row) => {
      const start = ((top + row) * picture.width + left) * 4;
      return picture.bytes.subarray(start, start + width * 4);
    }),
  );

describe.skipIf(!hasChromium)(`The picture in the viewer${withoutChromium}`, () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>;
  let world: World;
  const { url } = anyEngine();

  beforeAll(async () => {
    const files = [
      fileOf('open', viewerFile(), { name: 'Design system', link_access: 'view' }),
      fileOf('changing', viewerFile(), { name: 'Changing', link_access: 'view' }),
    ];
    world = await createWorld(anyEngine(), cast({ files }));
    chromium = await openChromium(anyEngine());
  });
  afterAll(() => chromium?.close());

  async function open(path: string, options: Parameters<typeof openViewer>[2] = {}): Promise<ViewerPage> {
    const viewer = await openViewer(chromium.browser, `${url}${path}`, options);
    onTestFinished(() => viewer.close());
    await viewer.settled();
    return viewer;
  }

  /** The server's own picture of a node, as bytes of red, green, blue and opacity. */
  async function rendered(nodeId: string, scale: number) {
    const path = `/v1/images/${world.id('open')}?ids=${nodeId}&format=png&scale=${scale}`;
    const { images } = (await world.get(path)).json;
    const { bytes } = await clientOf(anyEngine())('GET', images[nodeId].slice(url.length));
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  }

  it.each([1, 2])('is the server’s own, pixel by pixel, on a screen of %i pixels for each', async (scale) => {
    const viewer = await open(`/design/${world.id('open')}/Design-system?page-id=0-2`, {
      deviceScaleFactor: scale,
    });
    const own = await rendered(places.details, scale);
    const seen = await viewer.picture();
    // The card is the whole page, so it stands in the middle of the stage at its own size.
    const left = Math.round((seen.width - own.width) / 2);
    const top = Math.round((seen.height - own.height) / 2);
    const part = cutOut(seen, { left, top, width: own.width, height: own.height });
    const differences = own.bytes.map((byte, at) => Math.abs(byte - (part[at] ?? 0)));
    // A curve that crosses from one tile into the next is drawn on a canvas of its own and laid down from there, so that
    // both tiles show the same: its edge is rounded to whole levels twice, which makes one or two of them. Beyond that
    // single px of it are smoothed a little differently.
    expect(differences.filter((difference) => difference > 2).length).toBeLessThan(own.bytes.length / 10_000);
    expect(Math.max(...differences.filter((difference) => difference > 0), 0)).toBeLessThan(32);
    expect([...seen.bytes.subarray(0, 4)]).toEqual([230, 230, 230, 255]);
  });

  it('changes when the file does, without a blank moment', async () => {
    const viewer = await open(`/design/${world.id('changing')}/Changing?node-id=${middleSquare}`);
    await viewer.page.evaluate('window.watch = probe.watchGround()');
    const file = viewerFile() as { document: { children: { children: { fills: object[] }[] }[] } };
    const white = { blendMode: 'NORMAL', type: 'SOLID', color: { r: 1, g: 1, b: 1, a: 1 } };
    for (const square of file.document.children[0]?.children ?? []) square.fills = [white];
    const put = await world.call('PUT', `/workspace/v1/files/${world.id('changing')}/content`, {
      as: 'alice-push',
      body: file,
    });
    expect(put.status).toBe(200);
    // As when one comes back to the window.
    await viewer.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    const middle = async () => {
      const { width, height, bytes } = await viewer.picture();
      return bytes.readUInt32BE((Math.floor(height / 2) * width + Math.floor(width / 2)) * 4);
    };
    await expect.poll(middle).toBe(0xffffffff);
    await viewer.settled();
    const { longestMs, frames } = (await viewer.page.evaluate('watch.end()')) as Record<string, number>;
    expect({ longestMs, hasLooked: (frames ?? 0) > 5 }).toEqual({ longestMs: 0, hasLooked: true });
    expect(viewer.complaints.filter((text) => !/410/.test(text))).toEqual([]);
  });

  it.each([
    ['light', '/design', { colorScheme: 'light' }],
    ['dark', '/design', { colorScheme: 'dark' }],
    ['narrow', '/design', { viewport: { width: 320, height: 560 } }],
    ['embedded', '/embed/design', { viewport: { width: 400, height: 225 } }],
    ['embedded, dark', '/embed/design', { viewport: { width: 400, height: 225 }, colorScheme: 'dark' }],
  ] as const)('is on an accessible page: %s', async (title, path, options) => {
    const { page, complaints } = await open(`${path}/${world.id('open')}/Design-system`, options);
    await expectAccessible(page);
    await keepPicture(page, `viewer-${title.replace(', ', '-')}`);
    await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Empty' });
    await page.getByText('This page is empty.').waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });
});
