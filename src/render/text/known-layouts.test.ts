import { describe, expect, it } from 'vitest';
import { setBroken } from './font-face.ts';
import { createFontRegistry } from './font-registry.ts';
import { knownLayout } from './known-layouts.ts';
import { layoutText } from './layout.ts';
import { buildFont } from './test-font.suite.ts';

const boxOf = (characters: string, more: object = {}) => ({
  characters,
  style: { fontFamily: 'Inter', fontSize: 12 },
  size: { width: 100, height: 20 },
  ...more,
});

describe('a text that was laid out before', () => {
  const registry = createFontRegistry();

  it('has the layout that it had', () => {
    const layout = knownLayout(boxOf('Known words'), registry);
    expect(knownLayout(boxOf('Known words'), registry)).toBe(layout);
    expect(layout).toEqual(layoutText(boxOf('Known words'), registry));
  });

  it.each([
    ['other characters', boxOf('Other words')],
    ['another style', boxOf('Known words', { style: { fontFamily: 'Inter', fontSize: 13 } })],
    ['another box', boxOf('Known words', { size: { width: 30, height: 20 } })],
    ['baselines elsewhere', boxOf('Known words', { wholeBaselines: false })],
  ])('is laid out anew with %s', (_name, box) => {
    const known = knownLayout(boxOf('Known words'), registry);
    const layout = knownLayout(box, registry);
    expect(layout).not.toBe(known);
    expect(layout).toEqual(layoutText(box, registry));
  });

  it('goes when others come that say more of themselves than is kept', () => {
    const known = knownLayout(boxOf('Known words'), registry);
    for (let place = 0; place < 12; place += 1) {
      const unused = { fontFamily: 'Inter'.repeat(100_000) };
      knownLayout(boxOf(`Text ${place}`, { styleOverrideTable: { 1: unused } }), registry);
    }
    expect(knownLayout(boxOf('Known words'), registry)).not.toBe(known);
  });

  it('is laid out anew once a font was added', async () => {
    const growing = createFontRegistry();
    const box = boxOf('boxes', { style: { fontFamily: 'Boxes', fontSize: 10 } });
    expect(knownLayout(box, growing).substitutions).toHaveLength(1);
    const advances = { b: 500, e: 500, o: 500, s: 500, x: 500 };
    await growing.add(buildFont({ family: 'Boxes', advances }));
    expect(knownLayout(box, growing).substitutions).toEqual([]);
  });

  it('is laid out anew once its font failed', async () => {
    const failing = createFontRegistry();
    await failing.add(buildFont({ family: 'Boxes', advances: { a: 500 } }));
    const box = boxOf('aaa', { style: { fontFamily: 'Boxes', fontSize: 10 } });
    setBroken(knownLayout(box, failing).lines[0]!.glyphs[0]!.face);
    expect(knownLayout(box, failing).lines[0]!.glyphs[0]!.face.family).toBe('Inter');
  });

  it('is laid out anew once its font was unpacked', async () => {
    const fresh = createFontRegistry();
    const before = knownLayout(boxOf('汉汉'), fresh);
    const after = await fresh.settle(() => knownLayout(boxOf('汉汉'), fresh));
    expect(before.missing).not.toEqual([]);
    expect(after.missing).toEqual([]);
  });
});
