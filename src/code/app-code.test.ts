import { describe, expect, it } from 'vitest';
import { composeOf } from './compose-of.ts';
import type { OwnNode } from './own-node.ts';
import { swiftUiOf } from './swift-ui-of.ts';

const node = (more: Partial<OwnNode>): OwnNode => ({ id: '1:2', name: 'Card', type: 'FRAME', ...more });
const swift = (more: Partial<OwnNode>) => swiftUiOf(node(more)).join('\n');
const compose = (more: Partial<OwnNode>) => composeOf(node(more)).join('\n');

const red = { type: 'SOLID', color: { r: 1, g: 0, b: 0, a: 1 } };
const box = { x: 0, y: 0, width: 120.456, height: 40 };
const row: Partial<OwnNode> = {
  layoutMode: 'HORIZONTAL',
  itemSpacing: 8,
  counterAxisAlignItems: 'CENTER',
  paddingLeft: 16,
  paddingRight: 16,
  paddingTop: 4,
  paddingBottom: 4,
  layoutSizingHorizontal: 'FILL',
  layoutSizingVertical: 'FIXED',
  absoluteBoundingBox: box,
};
const label: Partial<OwnNode> = {
  type: 'TEXT',
  characters: 'Say "hi" for $1\nnow \\(x)',
  fills: [red],
  style: {
    fontFamily: 'Inter',
    fontSize: 14,
    fontWeight: 500,
    lineHeightPx: 20,
    textAlignHorizontal: 'CENTER',
  },
};
const down = {
  type: 'GRADIENT_LINEAR',
  gradientStops: [
    { position: 0, color: { r: 0, g: 0, b: 0, a: 1 } },
    { position: 1, color: { r: 1, g: 1, b: 1, a: 0.5 } },
  ],
  gradientHandlePositions: [
    { x: 0.5, y: 0 },
    { x: 0.5, y: 1 },
  ],
};
const slanted = {
  ...down,
  gradientHandlePositions: [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ],
};

describe('What a node looks like in SwiftUI', () => {
  it('is a stack where it has auto layout, with its padding, size, ground, corners and stroke in that order', () => {
    const looks = { fills: [red], cornerRadius: 8, strokes: [red], strokeWeight: 2, strokeAlign: 'INSIDE' };
    expect(swift({ ...row, ...looks })).toBe(
      [
        'HStack(alignment: .center, spacing: 8) {',
        '    // layers',
        '}',
        '    .padding(.horizontal, 16)',
        '    .padding(.vertical, 4)',
        '    .frame(height: 40, alignment: .leading)',
        '    .frame(maxWidth: .infinity, alignment: .leading)',
        '    .background(Color(red: 1, green: 0, blue: 0))',
        '    .clipShape(RoundedRectangle(cornerRadius: 8))',
        '    .overlay(RoundedRectangle(cornerRadius: 8).strokeBorder(Color(red: 1, green: 0, blue: 0), lineWidth: 2))',
      ].join('\n'),
    );
  });

  it('is text with its style and its fill, and nothing in it ends the string', () => {
    expect(swift(label)).toBe(
      [
        String.raw`Text("Say \"hi\" for $1\nnow \\(x)")`,
        '    .font(.custom("Inter", size: 14))',
        '    .fontWeight(.medium)',
        '    .multilineTextAlignment(.center)',
        '    .foregroundStyle(Color(red: 1, green: 0, blue: 0))',
      ].join('\n'),
    );
  });

  it('is a shape with one fill, shadows without spread by half their blur, and what fades and turns it', () => {
    const shadow = {
      type: 'DROP_SHADOW',
      radius: 8,
      offset: { x: 0, y: 4 },
      color: { ...red.color, a: 0.25 },
    };
    const turned = { rotation: -Math.PI / 2, opacity: 0.5, absoluteBoundingBox: box };
    expect(
      swift({ type: 'ELLIPSE', fills: [red], effects: [shadow, { ...shadow, spread: 2 }], ...turned }),
    ).toBe(
      [
        'Ellipse()',
        '    .fill(Color(red: 1, green: 0, blue: 0))',
        '    .shadow(color: Color(red: 1, green: 0, blue: 0, opacity: 0.25), radius: 4, x: 0, y: 4)',
        '    .opacity(0.5)',
        '    .rotationEffect(.degrees(90))',
      ].join('\n'),
    );
  });

  it('has gradients across and down, and leaves out grounds of which one is drawn in another way', () => {
    expect(swift({ fills: [down] })).toContain(
      '.background(LinearGradient(stops: [.init(color: Color(red: 0, green: 0, blue: 0), location: 0), .init(color: Color(red: 1, green: 1, blue: 1, opacity: 0.5), location: 1)], startPoint: UnitPoint(x: 0.5, y: 0), endPoint: UnitPoint(x: 0.5, y: 1)))',
    );
    for (const fills of [[red, slanted], [red, { type: 'IMAGE' }], [{ ...red, blendMode: 'MULTIPLY' }]])
      expect(swift({ fills })).not.toContain('background');
  });

  it('is nothing for vectors and for layouts that wrap', () => {
    expect([swift({ type: 'VECTOR' }), swift({ ...row, layoutWrap: 'WRAP' })]).toEqual(['', '']);
  });
});

describe('What a node looks like in Compose', () => {
  it('is a row or a column where it has auto layout, with what it is modified by from outside to inside', () => {
    const looks = {
      fills: [red, down],
      cornerRadius: 8,
      strokes: [red],
      strokeWeight: 2,
      strokeAlign: 'INSIDE',
    };
    expect(compose({ ...row, ...looks, clipsContent: true })).toBe(
      [
        'Row(',
        '    modifier = Modifier',
        '        .fillMaxWidth()',
        '        .height(40.dp)',
        '        .clip(RoundedCornerShape(8.dp))',
        '        .background(Color(0xFFFF0000), RoundedCornerShape(8.dp))',
        '        .background(Brush.verticalGradient(0f to Color(0xFF000000), 1f to Color(0x80FFFFFF)), RoundedCornerShape(8.dp))',
        '        .border(2.dp, Color(0xFFFF0000), RoundedCornerShape(8.dp))',
        '        .padding(horizontal = 16.dp, vertical = 4.dp),',
        '    horizontalArrangement = Arrangement.spacedBy(8.dp, Alignment.Start),',
        '    verticalAlignment = Alignment.CenterVertically,',
        ') {',
        '    // layers',
        '}',
      ].join('\n'),
    );
  });

  it('is text with its style and its fill, and nothing in it ends the string or is put in', () => {
    expect(compose({ ...label, absoluteBoundingBox: box, layoutSizingHorizontal: 'HUG' })).toBe(
      [
        'Text(',
        String.raw`    text = "Say \"hi\" for \$1\nnow \\(x)",`,
        '    color = Color(0xFFFF0000),',
        '    fontSize = 14.sp,',
        '    fontWeight = FontWeight(500),',
        '    textAlign = TextAlign.Center,',
        '    lineHeight = 20.sp,',
        ')',
      ].join('\n'),
    );
  });

  it('is a box for rectangles and circles alone, without strokes that lie elsewhere than inside', () => {
    const round = { type: 'ELLIPSE', fills: [red], absoluteBoundingBox: { ...box, width: 40 } };
    expect(compose({ ...round, strokes: [red], strokeAlign: 'CENTER' })).toBe(
      [
        'Box(',
        '    modifier = Modifier',
        '        .width(40.dp)',
        '        .height(40.dp)',
        '        .background(Color(0xFFFF0000), CircleShape),',
        ')',
      ].join('\n'),
    );
    expect(compose({ ...round, absoluteBoundingBox: box })).toBe('');
    expect(compose({ type: 'RECTANGLE', rectangleCornerRadii: [1, 2, 3, 4], fills: [slanted] })).toBe(
      'Box()',
    );
  });

  it('is nothing for vectors and for layouts that wrap', () => {
    expect([compose({ type: 'VECTOR' }), compose({ ...row, layoutMode: 'GRID' })]).toEqual(['', '']);
  });
});
