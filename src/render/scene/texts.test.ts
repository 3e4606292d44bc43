import { describe, expect, it } from 'vitest';
import { textMark } from '../../document/text-mark.ts';
import { nodeAt, onlyItem, sceneOf, solid } from './scene-nodes.suite.ts';
import type { NodeJson } from './scene-source.ts';

const style = { fontFamily: 'Inter', fontWeight: 400, fontSize: 20 };
const text = (more: object = {}): NodeJson =>
  nodeAt('TEXT', [0, 0, 200, 40], { characters: 'Hi there', style, ...more });

describe('a text', () => {
  it('consists of placed glyphs, and is as large as these', () => {
    const scene = sceneOf(text());
    const item = onlyItem(scene, 'text');
    expect(item.characters).toBe('Hi there');
    expect(item.size).toEqual({ width: 200, height: 40 });
    expect(item.layout.lines[0]!.glyphs).toHaveLength(8);
    expect(scene.size.height).toBeLessThan(20);
    expect(scene.size.width).toBeLessThan(90);
  });

  it('has the fills of each style, an override without any those of the node', () => {
    const item = onlyItem(
      sceneOf(
        text({
          characterStyleOverrides: [1, 1, 0, 2],
          styleOverrideTable: { 1: { fills: [solid(0.3)] }, 2: { fontWeight: 700 } },
        }),
      ),
      'text',
    );
    expect(item.fills.map(([paint]) => paint)).toMatchObject([
      { color: { r: 1 } },
      { color: { r: 0.3 } },
      { color: { r: 1 } },
    ]);
  });

  it('is stroked along the outlines of its glyphs', () => {
    const stroke = { strokes: [solid()], strokeWeight: 2, strokeAlign: 'OUTSIDE' };
    const [plain, stroked] = [sceneOf(text()), sceneOf(text(stroke))];
    expect(onlyItem(stroked, 'text').stroke).toMatchObject({ weight: 2, align: 'OUTSIDE' });
    expect(stroked.size.width).toBeGreaterThan(plain.size.width + 2);
  });

  it('in a missing font is reported, or drawn by the outlines in the file where it has them', () => {
    const absent = { style: { ...style, fontFamily: 'Nowhere' } };
    const { report } = sceneOf(text(absent));
    expect(report.substitutions).toMatchObject([{ reason: 'family', asked: { fontFamily: 'Nowhere' } }]);
    const fillGeometry = [{ path: 'M0 0L30 0L30 10L0 10Z', windingRule: 'NONZERO' }];
    const scene = sceneOf(text({ ...absent, fillGeometry }));
    expect(scene.size).toEqual({ width: 30, height: 10 });
    expect(scene.report.substitutions).toEqual([]);
  });

  it('in a missing font is drawn by its own glyphs, unless it was changed since they were', () => {
    const shown = { characters: 'ab', style: { ...style, fontFamily: 'Nowhere' }, size: { x: 200, y: 40 } };
    const vitrineGlyphs = {
      mark: textMark(shown),
      outlines: ['M0 0L1 0L1 1L0 1Z'],
      glyphs: [
        [0, 10, 20, 10, 0],
        [0, 30, 20, 10, 1],
      ],
      bars: [[10, 22, 30, 2, 0]],
      fills: { 1: { fills: [solid(0.3)] } },
    };
    const scene = sceneOf(text({ ...shown, vitrineGlyphs }));
    expect(scene.size).toEqual({ width: 30, height: 14 });
    expect(onlyItem(scene, 'group').children).toHaveLength(2);
    expect(scene.report.substitutions).toEqual([]);
    for (const change of [
      { characters: 'ac' },
      { style: { ...shown.style, fontSize: 21 } },
      { size: { x: 10, y: 40 } },
      { characterStyleOverrides: [0, 1], styleOverrideTable: { 1: { fontSize: 21 } } },
    ]) {
      const { report } = sceneOf(text({ ...shown, ...change, vitrineGlyphs }));
      expect(report.substitutions).toMatchObject([{ reason: 'family' }]);
    }
    const installed = { ...shown, style };
    const mark = textMark(installed);
    expect(
      onlyItem(sceneOf(text({ ...installed, vitrineGlyphs: { ...vitrineGlyphs, mark } })), 'text'),
    ).toBeDefined();
  });

  it.each([
    ['nothing', {}],
    ['other things', { outlines: 'M', glyphs: { 0: 1 }, bars: [null], fills: 7 }],
    [
      'outlines that are none and glyphs of others',
      { outlines: ['X', 5], glyphs: [[0, 1], [9], 'a', [1e300, 1e300]] },
    ],
  ])('whose glyphs say %s is drawn in another font', (_what, said) => {
    const shown = { characters: 'ab', style: { ...style, fontFamily: 'Nowhere' }, size: { x: 200, y: 40 } };
    const mark = textMark(shown);
    const { report } = sceneOf(text({ ...shown, vitrineGlyphs: { mark, ...said } }));
    expect(report.substitutions).toMatchObject([{ reason: 'family' }]);
  });
});

describe('text within a shape of FigJam', () => {
  it('is set in a default style, which is reported', () => {
    const sticky = nodeAt('STICKY', [0, 0, 240, 240], { characters: 'Idea' });
    const scene = sceneOf(sticky);
    expect(onlyItem(scene, 'group').children.map(({ kind }) => kind)).toEqual(['shape', 'text']);
    expect(scene.report.notDrawn).toEqual([
      { nodeId: sticky.id, reason: 'The file tells no style of its text: Inter stands in.' },
    ]);
  });

  it('is placed within the outline of its kind of shape', () => {
    const shape = (shapeType: string): NodeJson => nodeAt('SHAPE_WITH_TEXT', [0, 0, 80, 40], { shapeType });
    expect(onlyItem(sceneOf(shape('ELLIPSE')), 'shape').outline.form.kind).toBe('ellipse');
    expect(onlyItem(sceneOf(shape('DIAMOND')), 'shape').outline.areas[0]!.coords).toContain(20);
    expect(sceneOf(shape('ENG_DATABASE')).report.notDrawn).toMatchObject([
      { reason: 'The outline of its shape is not known.' },
    ]);
  });
});
