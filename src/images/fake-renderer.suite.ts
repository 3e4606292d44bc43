import type { Rendering } from '../render/render-options.ts';
import { serveRenders } from './serve-renders.ts';

/** A thread whose renderer does what the node's name says, and else "draws" that name. */
serveRenders({
  openFonts: () => ({}) as never,
  renderRegion: async ({ parts }, { region }): Promise<Rendering> => ({
    picture: Buffer.from(JSON.stringify({ parts: parts.map(({ box, read }) => [box, read()]), region })),
    contentType: 'image/png',
    width: region.width,
    height: region.height,
    report: { substitutions: [], notDrawn: [] },
  }),
  renderNode: async ({ node, ancestors, page, find }, _options, { imageBytes }): Promise<Rendering> => {
    const name = String(node.name);
    if (name === 'hang') for (;;);
    if (name === 'end') process.exit(7);
    if (name === 'throw') throw new Error('thrown on purpose');
    if (name === 'invisible') return { nothing: 'invisible' };
    const [, imageRef] = /^image (.*)$/.exec(name) ?? [];
    const bytes = imageRef === undefined ? undefined : await imageBytes(imageRef);
    const seen = {
      name,
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
