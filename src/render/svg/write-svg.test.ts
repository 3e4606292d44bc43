import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asExported, group, linesOf, rectangle, sceneOf, shape, solid } from './scene-items.suite.ts';
import { writeSvg } from './write-svg.ts';

const write = (...given: Parameters<typeof sceneOf>): string =>
  writeSvg(sceneOf(...given), asExported, new Map());

describe('an SVG', () => {
  it('has one element per line, the root first', () => {
    expect(write([shape()])).toBe(
      '<svg width="100" height="50" viewBox="0 0 100 50" fill="none" xmlns="http://www.w3.org/2000/svg">\n' +
        '<rect width="100" height="50" fill="black"/>\n' +
        '</svg>\n',
    );
  });

  it('is scaled to whole pixels, except for the widths of lines', () => {
    const outline = rectangle({ width: 9.6, height: 4.8 });
    expect(write([shape({ outline })], { width: 9.6, height: 4.8 })).toContain(
      'viewBox="0 0 10 5" fill="none" xmlns="http://www.w3.org/2000/svg">\n<rect width="10" height="5"',
    );
    expect(write([shape({ outline })], { width: 9.6, height: 4.99 })).toContain('<rect width="9.61924"');
  });

  it('is as large as the picture where only the last digits of its size say more', () => {
    expect(write([], { width: 22.0002, height: 30 })).toContain('width="22" height="30"');
    expect(write([], { width: 0, height: 0 })).toContain('width="1" height="1"');
    const outline = rectangle({ width: 15, height: 15.0002 });
    expect(write([shape({ outline })], { width: 15, height: 15.0002 })).toContain('<rect width="14.9998"');
  });

  it('has no group without attributes', () => {
    expect(linesOf([group([shape(), group([shape()])])])).toHaveLength(2);
    expect(linesOf([group([]), shape({ opacity: 0 })])).toEqual([]);
  });

  it('writes the opacity of a layer on its element or on a group', () => {
    expect(linesOf([shape({ opacity: 0.5 })])).toEqual([
      '<rect opacity="0.5" width="100" height="50" fill="black"/>',
    ]);
    expect(linesOf([group([shape()], { opacity: 0.5 })])).toEqual([
      '<g opacity="0.5">',
      '<rect width="100" height="50" fill="black"/>',
      '</g>',
    ]);
  });

  it('repeats a shape for each of its fills', () => {
    const fills = [solid(), solid({ r: 1, g: 1, b: 1, a: 0.5 }, { opacity: 0.5 })];
    expect(linesOf([shape({ fills })])).toEqual([
      '<rect width="100" height="50" fill="black"/>',
      '<rect width="100" height="50" fill="white" fill-opacity="0.25"/>',
    ]);
  });

  it('blends an element innermost, a group outermost', () => {
    expect(linesOf([shape({ blendMode: 'MULTIPLY' })])).toEqual([
      '<rect width="100" height="50" fill="black" style="mix-blend-mode:multiply"/>',
    ]);
    expect(linesOf([group([shape()], { blendMode: 'COLOR_DODGE', opacity: 0.5 })])[0]).toBe(
      '<g style="mix-blend-mode:color-dodge" opacity="0.5">',
    );
    const fills = [solid(undefined, { blendMode: 'LINEAR_BURN' })];
    expect(linesOf([shape({ fills })])[0]).toContain('style="mix-blend-mode:plus-darker"');
    expect(linesOf([shape({ fills, blendMode: 'LINEAR_DODGE' })])).toEqual([
      '<g style="mix-blend-mode:plus-lighter">',
      '<rect width="100" height="50" fill="black" style="mix-blend-mode:plus-darker"/>',
      '</g>',
    ]);
  });

  it('isolates what blends within a group from what lies below', () => {
    const blended = [shape(), shape({ blendMode: 'SCREEN' })];
    expect(linesOf([group(blended, { blendMode: 'NORMAL' })])[0]).toBe('<g style="isolation:isolate">');
    expect(linesOf([group(blended)])).toHaveLength(2);
    expect(linesOf([group([shape(), shape()], { blendMode: 'NORMAL' })])).toHaveLength(2);
  });
});

describe('names in an SVG', () => {
  const named = (name: string, id = '2:1') => shape({ node: { id, name, type: 'RECTANGLE' } });

  it('are left out unless they are asked for', () => {
    expect(linesOf([named('Box')])).toEqual(['<rect width="100" height="50" fill="black"/>']);
    expect(linesOf([named('Box')], { svgIncludeId: true })).toEqual([
      '<rect id="Box" width="100" height="50" fill="black"/>',
    ]);
    expect(linesOf([named('Box')], { svgIncludeNodeId: true })).toEqual([
      '<rect data-node-id="2:1" width="100" height="50" fill="black"/>',
    ]);
  });

  it('keep a group that would be dropped', () => {
    const frame = group([shape()], { node: { id: '1:2', name: 'Frame 1', type: 'FRAME' } });
    expect(linesOf([frame], { svgIncludeId: true })[0]).toBe('<g id="Frame 1">');
  });

  it('are unique, and differ from those of definitions', () => {
    const names = ['Line', 'Line', 'Line_2', 'Line', 'clip0_1_2', 'Line_2'];
    const lines = linesOf(
      names.map((name, index) => named(name, `3:${index}`)),
      { svgIncludeId: true },
    );
    expect(lines.map((line) => /id="(.*?)"/.exec(line)?.[1])).toEqual([
      'Line',
      'Line_2',
      'Line_2_2',
      'Line_3',
      'clip0_1_2_2',
      'Line_2_3',
    ]);
  });

  it('are never markup, whatever they hold', () => {
    const hostile = '"><script>\u0000\u0008\uD800]]>&amp;\n\uFFFE\'';
    expect(linesOf([named(hostile)], { svgIncludeId: true })).toEqual([
      '<rect id="&#34;&gt;&lt;script&gt;]]&gt;&amp;amp;&#10;&#39;" width="100" height="50" fill="black"/>',
    ]);
    expect(linesOf([named('\u0001')], { svgIncludeId: true })[0]).toBe(
      '<rect width="100" height="50" fill="black"/>',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const [line] = linesOf([named(name, name)], { svgIncludeId: true, svgIncludeNodeId: true });
        expect(line).toMatch(
          /^<rect( id="[^<>"]+")?( data-node-id="[^<>"]*")? width="100" height="50" fill="black"\/>$/,
        );
      }),
    );
  });
});

describe('ids in an SVG', () => {
  const idOf = (rootId: string): string | undefined => {
    const clip = rectangle({ width: 10, height: 10 });
    const scene = { ...sceneOf([group([shape()], { clip })]), root: { id: rootId, name: '', type: 'FRAME' } };
    return /<clipPath id="(.*?)"/.exec(writeSvg(scene, asExported, new Map()))?.[1];
  };

  it('end with the exported node, in short form for a node of an instance', () => {
    expect(idOf('12:345')).toBe('clip0_12_345');
    expect(idOf('I281:7386;259:6571')).toMatch(/^clip0_0_\d{1,5}$/);
    expect(idOf('I281:7386;259:6571')).not.toBe(idOf('I281:7386;259:6572'));
    expect(idOf('"<>')).toBe('clip0____');
  });
});
