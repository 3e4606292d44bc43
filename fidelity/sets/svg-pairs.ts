import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, ComparedSet, Comparison } from '../cases.ts';
import { bothSvgs, compareSvg, type DrawSvgs } from '../compare-node.ts';
import { corpus, openDesign, pairsOf } from '../corpus.ts';
import { imagesBeside } from '../draw.ts';
import { meanOfCases, shareWithin } from '../goals.ts';
import { compareSvgStructure } from '../svg-structure.ts';

const compare = ({ design, nodeId, truth, scale }: Case): Promise<Comparison> =>
  compareSvg(
    { design: openDesign(design), nodeId, truth: truth!, scale, images: imagesBeside(design) },
    withStructure(scale),
  );

/** Structure is compared where nothing is left out; where something is, one element more or less says nothing. */
const withStructure =
  (scale: number): DrawSvgs =>
  (ours, theirs) => {
    const differences = compareSvgStructure(ours, theirs);
    return {
      ...bothSvgs(scale)(ours, theirs),
      values: { structure: differences.length },
      notes: differences,
    };
  };

export const exportedSvgs: ComparedSet = {
  name: 'ffa-svg',
  sentence: 'Parts of screens as SVG, both drawn by resvg at 1x. The files hold no geometry of vectors.',
  goals: [meanOfCases(0.5), shareWithin('same structure', 'structure', 0, 95)],
  cases: () =>
    pairsOf('ffa-svg/PAIRS.csv').map(([svg, nodeId, , , , design]) => ({
      set: 'ffa-svg',
      name: svg!.replace('.svg', ''),
      nodeId: nodeId!,
      scale: 1,
      design: join('ffa-svg', design!),
      truth: `ffa-svg/${svg}`,
    })),
  compare: async (given) => withoutStructureOfParts(await compare(given)),
};

function withoutStructureOfParts(found: Comparison): Comparison {
  const { texts, vectors, images } = found.leftOut;
  return texts + vectors + images === 0 ? found : { ...found, values: {}, notes: [] };
}

export const oldSvgs: ComparedSet = {
  name: 'figspec',
  sentence: 'Six components as SVG of 2020, both drawn by resvg at 1x. No goal is set.',
  goals: [],
  cases: () =>
    globSync('figspec/*.svg', { cwd: corpus })
      .sort()
      .map((truth) => {
        const name = truth.replace('figspec/', '').replace('.svg', '');
        const nodeId = name.replace('-', ':');
        return { set: 'figspec', name, nodeId, design: 'figspec/file.json', truth, scale: 1 };
      }),
  compare: ({ design, nodeId, truth, scale }) =>
    compareSvg({
      design: openDesign(design),
      nodeId,
      truth: truth!,
      scale,
      images: imagesBeside(design),
    }),
};
