import { pbkdf2Sync } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Rendering } from '../render/render-options.ts';
import { serveRenders } from './serve-renders.ts';

/** A process whose renderer does what the node's name says, and else "draws" that name. */
serveRenders({
  openFonts: () => ({}) as never,
  renderRegion: async ({ parts }, { region }): Promise<Rendering> => ({
    picture: Buffer.from(JSON.stringify({ parts: parts.map(({ box, read }) => [box, read()]), region })),
    contentType: 'image/png',
    width: region.width,
    height: region.height,
    report: { substitutions: [], notDrawn: [] },
  }),
  renderCompared: async () => ({ nothing: 'nothing to draw' }),
  renderNode: async ({ node, ancestors, page, find }, _options, { imageBytes }): Promise<Rendering> => {
    const name = String(node.name);
    // Whoever gives it the image knows that it is at this node.
    if (name === 'hang' || name === 'native') await imageBytes('hangs');
    if (name === 'hang') for (;;);
    if (name === 'native') pbkdf2Sync('', '', 2 ** 31 - 1, 64, 'sha512');
    if (name === 'end') process.exit(7);
    if (name === 'crash') process.kill(process.pid, 'SIGSEGV');
    if (name === 'slow') await setTimeout(300);
    if (name === 'eat') eat();
    if (name === 'reserve') Buffer.allocUnsafeSlow(2 ** 31);
    if (name === 'throw') throw new Error('thrown on purpose');
    if (name === 'invisible') return { nothing: 'invisible' };
    const [, imageRef] = /^image (.*)$/.exec(name) ?? [];
    const bytes = imageRef === undefined ? undefined : await imageBytes(imageRef);
    const seen = {
      name,
      ...(name === 'process' ? { pid: process.pid, names: Object.keys(process.env) } : {}),
      ancestors: ancestors.map(({ id, children }) => [id, children]),
      page: page?.parts.length,
      geometry: node.fillGeometry,
      found: find?.('1:1')?.name,
      image: bytes === undefined ? undefined : Buffer.from(bytes).toString(),
    };
    return {
      picture: Buffer.from(JSON.stringify(seen)),
      contentType: 'image/png',
      width: 10,
      height: 20,
      report: { substitutions: [], notDrawn: [] },
    };
  },
});

/** Takes memory that the bound on JavaScript does not count. */
function eat(): never {
  for (const eaten = []; ; ) eaten.push(Buffer.alloc(2 ** 22, 1));
}
