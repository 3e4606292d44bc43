import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invert, scaling, transformPath } from '../src/render/geometry/matrix.ts';
import { isPathError, parsePath } from '../src/render/geometry/parse-path.ts';
import { printPath } from '../src/render/geometry/print-path.ts';
import type { Size } from '../src/render/geometry/rectangle.ts';
import type { NodeJson, SceneSource } from '../src/render/scene/scene-source.ts';
import { corpus, corpusText, openDesign, pairsOf, sourceOf } from './corpus.ts';
import { drawSvg, imagesBeside, meansFor } from './draw.ts';
import { countLeftOut, findLeftOut } from './left-out.ts';
import { compareSvgStructure, readElements } from './svg-structure.ts';

const pairs = existsSync(join(corpus, 'ffa-svg/PAIRS.csv')) ? pairsOf('ffa-svg/PAIRS.csv') : [];

/** The files hold no outlines: a vector that is one path borrows it from the original's SVG, at its own size. */
function withOutline(node: NodeJson, truth: string): NodeJson | undefined {
  const [root, path, another] = readElements(truth);
  const own = new Map(path?.attributes);
  const box = (node.absoluteRenderBounds ?? node.absoluteBoundingBox) as Size | undefined;
  if (node.type !== 'VECTOR' || path?.tag !== 'path' || another || own.has('stroke') || !box)
    return undefined;
  const [width, height] = root!.attributes.map(([, value]) => Number(value)) as [number, number];
  const outline = parsePath(own.get('d')!);
  const back = invert(scaling(Math.min(width / box.width, height / box.height)));
  if (isPathError(outline) || back === undefined) return undefined;
  const windingRule = own.get('fill-rule') === 'evenodd' ? 'EVENODD' : 'NONZERO';
  return { ...node, fillGeometry: [{ path: printPath(transformPath(outline, back)), windingRule }] };
}

interface Pair {
  readonly source: SceneSource;
  readonly truth: string;
}

/** What can be compared: nodes that lack nothing, and those that can borrow what they lack. */
function comparable([svg, id, , , , design]: readonly string[]): Pair | undefined {
  const path = join('ffa-svg', design!);
  const source = sourceOf(openDesign(path), id!);
  const truth = corpusText(`ffa-svg/${svg}`);
  if (countLeftOut(findLeftOut(source.node, meansFor(imagesBeside(path)))) === 0) return { source, truth };
  const node = withOutline(source.node, truth);
  return node && { source: { ...source, node }, truth };
}

describe.skipIf(pairs.length === 0)('SVG exports of the original (VITRINE_CORPUS is absent)', () => {
  it('are built of the same elements as ours in 95 of 100', async () => {
    const known = pairs.flatMap((pair) => comparable(pair) ?? []);
    expect(known.length).toBeGreaterThan(430);
    const noImages = (): undefined => undefined;
    const differences = await Promise.all(
      known.map(async ({ source, truth }) => compareSvgStructure(await drawSvg(source, noImages), truth)),
    );
    const same = differences.filter(({ length }) => length === 0).length;
    expect(same / known.length).toBeGreaterThanOrEqual(0.95);
  });
});
