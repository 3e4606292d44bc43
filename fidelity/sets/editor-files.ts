import { globSync } from 'node:fs';
import type { Case, ComparedSet } from '../cases.ts';
import { comparePng } from '../compare-node.ts';
import { corpus, openDesign } from '../corpus.ts';
import { imagesWithin } from '../draw.ts';
import { worstCase } from '../goals.ts';

const set = 'openfig';

/** Frames and slides of a file of the editor, each with the picture that is named as it is. */
function casesOf(design: string): Case[] {
  const folder = design.replace(/\.\w+$/, '');
  const pictures = globSync(`${folder}/*.png`, { cwd: corpus }).sort();
  const frames = [...openDesign(design).nodes.values()]
    .map(({ node }) => node)
    .filter(({ type }) => type === 'FRAME' || type === 'SLIDE');
  return pictures.flatMap((truth) => {
    const name = truth
      .split('/')
      .at(-1)!
      .replace(/(page-)?(.*)\.png$/, '$2');
    const frame = frames.find((node) => node.name === name);
    return frame === undefined
      ? []
      : [{ set, name: truth, design, nodeId: String(frame.id), truth, scale: 1 }];
  });
}

/** Files of the editor, by import and by drawing. */
export const editorFiles: ComparedSet = {
  name: set,
  sentence: 'Frames and slides of files of the editor as PNG at 1x.',
  goals: [worstCase(1.5)],
  cases: () => globSync('openfig/*.{fig,deck}', { cwd: corpus }).sort().flatMap(casesOf),
  compare: ({ design, nodeId, truth, scale }) =>
    comparePng({
      design: openDesign(design),
      nodeId,
      truth: truth!,
      scale,
      images: imagesWithin(design),
    }),
};
