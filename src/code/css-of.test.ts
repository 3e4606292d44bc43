import { describe, expect, it } from 'vitest';
import { cssOf } from './css-of.ts';
import type { OwnNode } from './own-node.ts';

const node = (more: Partial<OwnNode>): OwnNode => ({ id: '1:2', name: 'Card', type: 'FRAME', ...more });
const css = (more: Partial<OwnNode>) => Object.fromEntries(cssOf(node(more)));
const red = { r: 1, g: 0, b: 0, a: 1 };

describe('What a node looks like in CSS', () => {
  it('has its size, and what turns and fades it', () => {
    const box = { x: 5, y: 5, width: 120.456, height: 40 };
    expect(css({ absoluteBoundingBox: box, rotation: Math.PI / 2, opacity: 0.5 })).toEqual({
      width: '120.46px',
      height: '40px',
      transform: 'rotate(-90deg)',
      opacity: '0.5',
    });
  });

  it('has auto layout as flex, with paddings in as few words as there are', () => {
    const layout = { layoutMode: 'VERTICAL', itemSpacing: 8, counterAxisAlignItems: 'CENTER' };
    expect(css({ ...layout, paddingTop: 8, paddingBottom: 8, paddingLeft: 16, paddingRight: 16 })).toEqual({
      display: 'flex',
      'flex-direction': 'column',
      'align-items': 'center',
      gap: '8px',
      padding: '8px 16px',
    });
    const sides = (top: number, right: number, bottom: number, left: number) =>
      css({ ...layout, paddingTop: top, paddingRight: right, paddingBottom: bottom, paddingLeft: left })
        .padding;
    expect([sides(4, 4, 4, 4), sides(1, 2, 3, 2), sides(1, 2, 1, 4), sides(0, 0, 0, 0)]).toEqual([
      '4px',
      '1px 2px 3px',
      '1px 2px 1px 4px',
      undefined,
    ]);
  });

  it('has text by its style, and its fill as its colour', () => {
    const style = { fontFamily: 'Inter', fontSize: 14, fontWeight: 500, lineHeightPx: 20, textCase: 'UPPER' };
    expect(css({ type: 'TEXT', style, fills: [{ type: 'SOLID', color: red }] })).toEqual({
      'font-family': '"Inter"',
      'font-size': '14px',
      'font-weight': '500',
      'line-height': '20px',
      'text-transform': 'uppercase',
      color: '#ff0000',
    });
  });

  it('has fills from above to below, hidden ones left out, colours over others as gradients', () => {
    const over = { type: 'SOLID', color: red, opacity: 0.5 };
    const stops = [
      { position: 0, color: red },
      { position: 1, color: { r: 0, g: 0, b: 1, a: 1 } },
    ];
    const below = { type: 'GRADIENT_LINEAR', gradientStops: stops };
    expect(css({ fills: [below, { ...over, visible: false }, over] }).background).toBe(
      'linear-gradient(rgb(255 0 0 / 50%), rgb(255 0 0 / 50%)), linear-gradient(180deg, #ff0000 0%, #0000ff 100%)',
    );
  });

  it('has corners, strokes and effects', () => {
    const shadow = {
      type: 'DROP_SHADOW',
      radius: 8,
      spread: 2,
      offset: { x: 0, y: 4 },
      color: { ...red, a: 0.25 },
    };
    expect(
      css({
        rectangleCornerRadii: [8, 8, 0, 0],
        strokeWeight: 2,
        strokeDashes: [4, 4],
        strokes: [{ type: 'SOLID', color: red }],
        effects: [shadow, { type: 'LAYER_BLUR', radius: 6 }],
      }),
    ).toEqual({
      'border-radius': '8px 8px 0px 0px',
      border: '2px dashed #ff0000',
      filter: 'blur(3px)',
      'box-shadow': '0px 4px 8px 2px rgb(255 0 0 / 25%)',
    });
  });

  it('is nothing of what CSS does not have', () => {
    expect(cssOf(node({ fills: [{ type: 'EMOJI' }], layoutMode: 'GRID' }))).toEqual([]);
  });
});
