import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { glyphOutline } from './font-face.ts';
import { createFontRegistry } from './font-registry.ts';
import { layoutText, type TextLayout } from './layout.ts';
import type { TextBox } from './text-box.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../../shared/data');
const patterns = ['ffa-screens/*/node.json', 'radix-icons/*.json'];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface TextNode extends TextBox {
  id: string;
  absoluteBoundingBox: Box;
  absoluteRenderBounds: Box | null;
}

/** TEXT nodes whose font is Inter, not rotated. */
function interNodes(): TextNode[] {
  const found: TextNode[] = [];
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const node = value as Record<string, unknown> & Partial<TextNode>;
    if (node.type === 'TEXT' && node.style?.fontFamily === 'Inter') found.push(node as unknown as TextNode);
    for (const child of Object.values(value)) walk(child);
  };
  for (const path of globSync(patterns, { cwd: corpus }).sort())
    walk(JSON.parse(readFileSync(join(corpus, path), 'utf8').replace(/^\ufeff/, '')));
  return found;
}

/** Edges of what is drawn, from the box's top left corner: left, top, right, bottom. */
function inkOf({ lines }: TextLayout): number[] {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const { face, glyphId, x, y, size } of lines.flatMap(({ glyphs }) => glyphs)) {
    const scale = size / face.metrics.unitsPerEm;
    for (const [place, value] of glyphOutline(face, glyphId).points.entries())
      if (place % 2 === 0) xs.push(x + value * scale);
      else ys.push(y - value * scale);
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function expectedInk({ absoluteBoundingBox: box, absoluteRenderBounds: ink }: TextNode): number[] {
  const [x, y] = [ink!.x - box.x, ink!.y - box.y];
  return [x, y, x + ink!.width, y + ink!.height];
}

describe.skipIf(!existsSync(corpus))('real texts in Inter of the corpus (VITRINE_CORPUS)', () => {
  const nodes = existsSync(corpus) ? interNodes() : [];
  const registry = createFontRegistry();
  const layouts = nodes.map((node) => {
    const { width, height } = node.absoluteBoundingBox;
    return { node, layout: layoutText({ ...node, size: { width, height } }, registry) };
  });

  it('are found, and need no substitute for their font', () => {
    expect(nodes.length).toBeGreaterThan(50);
    expect(layouts.flatMap(({ layout }) => layout.substitutions)).toEqual([]);
  });

  it('have as many lines as their box has room for', () => {
    const wrong = layouts.filter(({ node, layout }) => {
      const boxHeight = Math.round(node.absoluteBoundingBox.height);
      return node.style.textAutoResize !== 'TRUNCATE' && Math.round(layout.height) !== boxHeight;
    });
    expect(wrong.map(({ node }) => node.characters)).toEqual([]);
  });

  it('have the width of their box, up to rounding, where the box follows the text', () => {
    const follow = layouts.filter(({ node }) => node.style.textAutoResize === 'WIDTH_AND_HEIGHT');
    expect(follow.length).toBeGreaterThan(40);
    const wrong = follow.filter(
      ({ node, layout }) => Math.ceil(layout.width - 0.01) !== node.absoluteBoundingBox.width,
    );
    expect(wrong.map(({ node }) => node.characters)).toEqual([]);
  });

  it('are drawn where the original draws them: baselines to 0.02 px, sides to 0.1 px in all but a few', () => {
    const drawn = layouts.filter(({ node }) => node.absoluteRenderBounds !== null);
    const sides: number[] = [];
    for (const { node, layout } of drawn) {
      const expected = expectedInk(node);
      const off = inkOf(layout).map((edge, place) => Math.abs(edge - expected[place]!));
      expect(Math.max(off[1]!, off[3]!), node.characters).toBeLessThan(0.02);
      sides.push(Math.max(off[0]!, off[2]!));
    }
    expect(sides.length).toBeGreaterThan(50);
    expect(Math.max(...sides)).toBeLessThan(0.5);
    expect(sides.filter((side) => side > 0.1).length).toBeLessThan(sides.length * 0.1);
  });
});
