import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderNode } from '../src/render/render-node.ts';
import { corpus, isInCorpus, openDesign, sourceOf } from './corpus.ts';
import { asExported, fonts, imagesWithin } from './draw.ts';

const folders = ['fig2sketch', 'not-from-figma', 'open-pencil', 'openfig', 'octopus-simple'];
const designs = folders
  .filter(isInCorpus)
  .flatMap((folder) => globSync(`${folder}/*.{fig,deck}`, { cwd: corpus }))
  .sort();

/** Of the largest design some hundreds lie in others. */
const most = 40;

describe.skipIf(designs.length === 0)('Frames of files of the editor', () => {
  it.each(designs)('%s is drawn with no node lacking', async (path) => {
    const design = openDesign(path);
    const images = imagesWithin(path);
    const frames = [...design.nodes.values()]
      .filter(({ node }) => node.type === 'FRAME' || node.type === 'SLIDE')
      .map(({ node }) => String(node.id))
      .filter((id) => !id.startsWith('I'))
      .slice(0, most);
    const lacks = new Set<string>();
    for (const id of frames) {
      const means = { fonts, imageBytes: async (imageRef: string) => images(imageRef) };
      const drawn = await renderNode(sourceOf(design, id), { ...asExported, scale: 0.1 }, means);
      if ('nothing' in drawn) lacks.add(`nothing: ${drawn.nothing}`);
      else for (const { nodeId, reason } of drawn.report.notDrawn) lacks.add(`${nodeId}: ${reason}`);
    }
    expect([...lacks]).toEqual([]);
  });
});
