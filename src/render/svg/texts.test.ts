import { describe, expect, it } from 'vitest';
import { identity, translation } from '../geometry/matrix.ts';
import type { SceneText } from '../scene/scene.ts';
import { createFontRegistry } from '../text/font-registry.ts';
import { layoutText } from '../text/layout.ts';
import type { TextBox } from '../text/text-box.ts';
import { black, gradient, linesOf, red, solid, stroke } from './scene-items.suite.ts';

const fonts = createFontRegistry();
const style = { fontFamily: 'Inter', fontWeight: 500, fontSize: 14 };

const text = (characters: string, box: Partial<TextBox> = {}, more: Partial<SceneText> = {}): SceneText => {
  const size = { width: 200, height: 60 };
  const layout = layoutText({ characters, style, size, ...box }, fonts);
  const bounds = { left: 0, top: 0, right: 200, bottom: 60 };
  const head = { opacity: 1, blendMode: 'NORMAL', effects: [], ink: bounds, bounds } as const;
  const fills = layout.styles.map(() => [solid()]);
  return { kind: 'text', ...head, matrix: translation(10, 20), size, layout, characters, fills, ...more };
};

const two = { characterStyleOverrides: [0, 0, 1, 1], styleOverrideTable: { 1: { fontWeight: 700 } } };

describe('a text as paths', () => {
  it('is one path for all glyphs of a fill', () => {
    const lines = linesOf([text('ab cd', two)]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^<path d="M[\dMLHVCZ. -]+Z" fill="black"\/>$/);
  });

  it('is one more path for each other fill, and for underlines', () => {
    const styleOverrideTable = { 1: { textDecoration: 'UNDERLINE' as const } };
    const fills = [[solid()], [solid(red)]];
    const lines = linesOf([text('abcd', { ...two, styleOverrideTable }, { fills })]);
    expect(lines.map((line) => line.replace(/ d=".*?"/, ''))).toEqual([
      '<path fill="black"/>',
      '<path fill="#FF0000"/>',
      '<path fill="#FF0000"/>',
    ]);
    expect(lines[2]).toMatch(/ d="M\S+ \S+H\S+V\S+H\S+Z"/);
  });

  it('is stroked along its glyphs', () => {
    const lines = linesOf([text('a', {}, { stroke: stroke({ align: 'OUTSIDE' }) })]);
    expect(lines[0]).toMatch(/^<mask id="path-1-outside-1_1_2"/);
    expect(lines.at(-1)).toMatch(
      / stroke="#FF0000" stroke-width="4" mask="url\(#path-1-outside-1_1_2\)"\/>$/,
    );
    expect(linesOf([text('a', {}, { stroke: stroke() })])[0]).toMatch(
      / fill="black" stroke="#FF0000" stroke-width="2"\/>$/,
    );
  });

  it('leaves out emoji, as the original does, and text without letters', () => {
    expect(linesOf([text('😀')])).toEqual([]);
    expect(linesOf([text(' ')])).toEqual([]);
  });
});

describe('a text as text', () => {
  const asText = (item: SceneText): string[] => linesOf([item], { svgOutlineText: false });

  it('has an element for each visual line', () => {
    expect(asText(text('a\nb'))).toEqual([
      '<text fill="black" xml:space="preserve" style="white-space: pre" font-family="Inter" font-size="14" font-weight="500" letter-spacing="0em"><tspan x="10" y="34">a&#10;</tspan><tspan x="10" y="51">b</tspan></text>',
    ]);
  });

  it('has an element for each run of a style', () => {
    const styleOverrideTable = {
      1: { fontWeight: 700, italic: true, letterSpacing: 1.4, textDecoration: 'STRIKETHROUGH' as const },
    };
    const [first, second, ...others] = asText(text('abcd', { ...two, styleOverrideTable }));
    expect(others).toEqual([]);
    expect(first).toContain('>ab</tspan></text>');
    expect(second).toContain(
      'font-size="14" font-style="italic" font-weight="bold" letter-spacing="0.1em" text-decoration="line-through"><tspan',
    );
  });

  it('is written in ASCII, in the case that is shown, and escaped', () => {
    const upper = { style: { ...style, textCase: 'UPPER' as const } };
    expect(asText(text('ü<b>"\'&', upper))[0]).toContain('>&#xDC;&lt;B&gt;&#34;&#39;&amp;</tspan>');
    expect(asText(text('a\uD800\u0001b'))[0]).toContain('>ab</tspan>');
  });

  it('is rotated as a whole', () => {
    expect(asText(text('a', {}, { matrix: [0, 1, -1, 0, 50, 0] }))[0]).toMatch(
      /^<text transform="matrix\(0 1 -1 0 50 0\)" fill="black" .*<tspan x="0" y="14">/,
    );
  });

  it('falls back to outlines for what no font can show', () => {
    expect(asText(text('a', {}, { fills: [[gradient({ shape: 'ANGULAR' })]] }))[0]).toContain(
      'foreignObject',
    );
    expect(asText(text('a', {}, { stroke: stroke() }))[0]).toMatch(/^<path/);
    const lines = asText(text('a', { lineTypes: ['UNORDERED'], lineIndentations: [1] }));
    expect(lines.map((line) => line.slice(0, 5))).toEqual(['<text', '<path']);
  });

  it('is left out where it has no fill', () => {
    expect(asText(text('a', {}, { fills: [[]], matrix: identity }))).toEqual([]);
    expect(asText(text('a', {}, { fills: [[solid({ ...black, a: 0.5 })]] }))[0]).toContain(
      'fill-opacity="0.5"',
    );
  });
});
