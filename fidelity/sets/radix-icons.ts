import type { Case, ComparedSet, Comparison } from '../cases.ts';
import { compareNode, compareSvg, type DrawSvgs, type Pair } from '../compare-node.ts';
import { corpusText, openDesign, pairsOf, sourceOf } from '../corpus.ts';
import { draw, drawSvg, imagesBeside } from '../draw.ts';
import { meanOfCases, worstCase, worstOpaquePixel } from '../goals.ts';
import { decodePicture } from '../pictures.ts';
import { rasterise, rasteriseFinely } from '../rasterise.ts';

const design = 'radix-icons/document.json';
const svgScale = 4;

const casesOf = (set: string, scale: number): Case[] =>
  pairsOf('radix-icons/PAIRS.csv').map(([svg, nodeId]) => ({
    set,
    scale,
    design,
    name: svg!.replace('.svg', ''),
    nodeId: nodeId!,
    truth: `radix-icons/svg/${svg}`,
  }));

const pairOf = ({ nodeId, truth, scale }: Case): Pair => ({
  design: openDesign(design),
  nodeId,
  truth: truth!,
  scale,
  images: imagesBeside(design),
});

/** The icons as SVG: an optimiser has been over theirs, which replaced the colours and rounded all but paths. */
export const radixSvg: ComparedSet = {
  name: 'radix-icons SVG',
  sentence:
    'Icons of 15 px as SVG, both drawn by resvg at 4x with all colours black, and with three digits but for paths.',
  goals: [meanOfCases(0.002), worstCase(1)],
  cases: () => casesOf('radix-icons SVG', svgScale),
  compare: (given) => compareSvg(pairOf(given), inBlack(given.scale)),
};

const inBlack =
  (scale: number): DrawSvgs =>
  (ours, theirs) => ({
    ours: rasterise(blackened(rounded(ours)), scale),
    theirs: rasterise(blackened(theirs), scale),
  });

const blackened = (svg: string): string => svg.replace(/\b(fill|stroke)="(?!none"|url)[^"]*"/g, '$1="black"');

/** What the optimiser made of places and sizes: of 600 of theirs none has more than three digits. */
const rounded = (svg: string): string =>
  svg.replace(
    / (x|y|width|height|rx|cx|cy|r)="([\d.]+)"/g,
    (_, name, value) => ` ${name}="${+(+value).toFixed(3)}"`,
  );

/** The icons as PNG beside the original's SVG, drawn at that size in our colour. */
export const radixPng: ComparedSet = {
  name: 'radix-icons PNG',
  sentence:
    'Icons of 15 px as PNG at 1x; theirs is the SVG in the icon’s colour, drawn by resvg at 8x and averaged.',
  goals: [meanOfCases(0.5), worstOpaquePixel(2)],
  cases: () => casesOf('radix-icons PNG', 1),
  compare: (given) => compareDrawn(pairOf(given)),
};

const compareDrawn = (pair: Pair): Promise<Comparison> =>
  compareNode(pair, async () => {
    const source = sourceOf(pair.design, pair.nodeId);
    const color = /="(#[\dA-F]{6}|black|white)"/.exec(await drawSvg(source, pair.images))?.[1] ?? 'black';
    const theirs = corpusText(pair.truth).replaceAll('currentColor', color);
    return {
      ours: await decodePicture(await draw(source, { scale: pair.scale }, pair.images)),
      theirs: rasteriseFinely(theirs, pair.scale),
    };
  });
