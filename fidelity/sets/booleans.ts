import type { NodeJson } from '../../src/render/scene/scene-source.ts';
import type { ComparedSet } from '../cases.ts';
import { childrenOf, openDesign } from '../corpus.ts';
import { draw } from '../draw.ts';
import { shareWithin } from '../goals.ts';
import { comparePictures, decodePicture, type Picture } from '../pictures.ts';

const design = 'radix-icons/document.json';
/** Px of the longer side: one px of edge is then well below a hundredth of the area. */
const drawnSize = 240;
const mostScale = 16;

/** Booleans drawn from their children beside the geometry that the file gives them. */
export const booleans: ComparedSet = {
  name: 'booleans',
  sentence:
    'Booleans of radix-icons built from their children; theirs is the file’s own geometry, both drawn by us.',
  goals: [shareWithin('within 2 % of the area', 'areaShare', 0.02, 98)],
  cases: () =>
    [...openDesign(design).nodes.values()].filter(isGiven).map(({ node }) => ({
      set: 'booleans',
      design,
      nodeId: String(node.id),
      name: `${String(node.name)} ${String(node.id)}`,
      scale: scaleFor(node),
    })),
  compare: async ({ nodeId, scale }) => {
    const { node } = openDesign(design).nodes.get(nodeId)!;
    const [ours, theirs] = [await drawArea(withoutGeometry(node), scale), await drawArea(node, scale)];
    return {
      ours,
      theirs,
      features: ['boolean'],
      notes: [],
      leftOut: { texts: 0, vectors: 0, images: 0 },
      difference: comparePictures(ours, theirs),
      values: { areaShare: areaDifference(ours, theirs) / areaOf(theirs) },
    };
  },
};

const isGiven = ({ node }: { readonly node: NodeJson }): boolean =>
  node.type === 'BOOLEAN_OPERATION' && Array.isArray(node.fillGeometry) && node.fillGeometry.length > 0;

function scaleFor(node: NodeJson): number {
  const { x, y } = node.size as { x: number; y: number };
  return Math.min(drawnSize / Math.max(x, y, 1), mostScale);
}

function withoutGeometry(node: NodeJson): NodeJson {
  if (node.type !== 'BOOLEAN_OPERATION') return node;
  const { fillGeometry, strokeGeometry, ...rest } = node;
  return { ...rest, children: childrenOf(node).map(withoutGeometry) };
}

/** Only the area counts: in black, without strokes and effects. */
async function drawArea(node: NodeJson, scale: number): Promise<Picture> {
  const fills = [{ type: 'SOLID', blendMode: 'NORMAL', color: { r: 0, g: 0, b: 0, a: 1 } }];
  const plain = { ...node, fills, strokes: [], effects: [], visible: true, opacity: 1 };
  const options = { scale, useAbsoluteBounds: true };
  return decodePicture(await draw({ node: plain, ancestors: [] }, options, () => undefined));
}

const alphas = ({ rgba }: Picture): Uint8Array => rgba.filter((_, place) => place % 4 === 3);

const areaOf = (picture: Picture): number => alphas(picture).reduce((sum, alpha) => sum + alpha, 0);

function areaDifference(ours: Picture, theirs: Picture): number {
  const other = alphas(theirs);
  return alphas(ours).reduce((sum, alpha, place) => sum + Math.abs(alpha - (other[place] ?? 0)), 0);
}
