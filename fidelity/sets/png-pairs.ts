import { globSync } from 'node:fs';
import type { Case, ComparedSet } from '../cases.ts';
import { comparePng } from '../compare-node.ts';
import { corpus, openDesign } from '../corpus.ts';
import { imagesBeside } from '../draw.ts';
import { meanOfCases } from '../goals.ts';

const compare: ComparedSet['compare'] = ({ design, nodeId, truth, scale }) =>
  comparePng({
    design: openDesign(design),
    nodeId,
    truth: truth!,
    scale,
    images: imagesBeside(design),
  });

/** Folders of one node each: `node.json` and `figma@2x.png`. */
const folderCases = (set: string, pattern: string): Case[] =>
  globSync(pattern, { cwd: corpus })
    .sort()
    .map((truth) => {
      const folder = truth.split('/').slice(0, -1).join('/');
      const design = `${folder}/node.json`;
      const nodeId = String(openDesign(design).root.id);
      return { set, name: folder.split('/').at(-1)!, design, nodeId, truth, scale: 2 };
    });

export const screens: ComparedSet = {
  name: 'ffa-screens',
  sentence: 'Whole screens of apps as PNG at 2x. The files hold no geometry and no images.',
  goals: [meanOfCases(1.5)],
  cases: () => folderCases('ffa-screens', 'ffa-screens/*/figma@2x.png'),
  compare,
};

export const vincegx: ComparedSet = {
  name: 'vincegx',
  sentence: 'A part of a web page as PNG at 2x. The file holds no geometry and no images.',
  goals: [meanOfCases(1.5)],
  cases: () => folderCases('vincegx', 'vincegx/*/figma@2x.png'),
  compare,
};

export const vectorFrame: ComparedSet = {
  name: 'grida-L0/vector-frame',
  sentence: 'A filled and stroked vector that crosses itself, as PNG at 1x.',
  goals: [meanOfCases(0.15)],
  cases: () => [
    {
      set: 'grida-L0/vector-frame',
      name: 'vector-frame',
      nodeId: '1038:24',
      scale: 1,
      design: 'grida-L0/vector-frame.response.json',
      truth: 'grida-L0/vector-frame.png',
    },
  ],
  compare,
};
