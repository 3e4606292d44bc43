import { globSync } from 'node:fs';
import type { ComparedSet } from '../cases.ts';
import { comparePng } from '../compare-node.ts';
import { corpus, corpusBytes, indexed, openDesign } from '../corpus.ts';

/** The bytes of these images are not there: the node's own picture at 3x stands in for them, uncropped. */
export const scaledImages: ComparedSet = {
  name: 'ffa-node-png',
  sentence:
    'Image fills as PNG at 1x and 2x. The node’s own picture at 3x stands in for its image, so this shows how images are made smaller. No goal is set.',
  goals: [],
  cases: () =>
    globSync('ffa-node-png/*/*@{1,2}x.png', { cwd: corpus })
      .sort()
      .map((truth) => {
        const [, folder, name] = truth.replace('.png', '').split('/');
        const [node, scale] = name!.split('@');
        const design = `ffa-screens/${folder}/node.json`;
        const nodeId = node!.replace('-', ':');
        return {
          set: 'ffa-node-png',
          name: name!,
          nodeId,
          design,
          truth,
          scale: Number.parseInt(scale!, 10),
        };
      }),
  compare: ({ design, nodeId, truth, scale }) => {
    const { node } = openDesign(design).nodes.get(nodeId)!;
    const fills = [{ type: 'IMAGE', blendMode: 'NORMAL', scaleMode: 'FILL', imageRef: 'own' }];
    return comparePng({
      design: indexed({ ...node, fills }),
      nodeId,
      truth: truth!,
      scale,
      images: () => corpusBytes(truth!.replace(/@\dx/, '@3x')),
    });
  },
};
