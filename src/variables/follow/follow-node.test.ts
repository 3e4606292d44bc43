import { describe, expect, it } from 'vitest';
import type { ResolvedValue } from '../resolve-value.ts';
import { followNode } from './follow-node.ts';

const alias = (id: string) => ({ type: 'VARIABLE_ALIAS', id: `VariableID:${id}` });
const red = { r: 1, g: 0, b: 0, a: 1 };
const blue = { r: 0, g: 0, b: 1, a: 1 };
const half = { ...blue, a: 0.5 };

/** What `followed` says of a node by the names of its variables, each with its value before and after. */
function followed(node: object, values: Record<string, readonly [before: unknown, after: unknown]>) {
  const after = followNode({ id: '1:1', ...node }, (id) => {
    const [before, value] = values[id.slice('VariableID:'.length)] ?? [];
    return value === undefined
      ? undefined
      : { value: value as ResolvedValue, before: before as ResolvedValue | undefined };
  });
  const changes = Object.entries(after).filter(
    ([key, value]) => value !== (node as Record<string, unknown>)[key],
  );
  return Object.fromEntries(changes.filter(([key]) => key !== 'id'));
}

const bound = (bindings: object, more: object = {}) => ({ boundVariables: bindings, ...more });

describe('bound fields of a node', () => {
  const fields: [field: string, value: unknown, property: string, shown: unknown][] = [
    ['visible', false, 'visible', false],
    ['opacity', 40, 'opacity', 0.4],
    ['opacity', -250, 'opacity', 0],
    ['strokeWeight', 3, 'strokeWeight', 3],
    ['itemSpacing', -4, 'itemSpacing', -4],
    ['counterAxisSpacing', 6, 'counterAxisSpacing', 6],
    ['paddingLeft', 1, 'paddingLeft', 1],
    ['paddingRight', 2, 'paddingRight', 2],
    ['paddingTop', 3, 'paddingTop', 3],
    ['paddingBottom', -3, 'paddingBottom', 0],
    ['minWidth', 10, 'minWidth', 10],
    ['maxWidth', 20, 'maxWidth', 20],
    ['minHeight', 30, 'minHeight', 30],
    ['maxHeight', 40, 'maxHeight', 40],
  ];
  it.each(fields)('%s of %j is shown as %s: %j', (field, value, property, shown) => {
    expect(followed(bound({ [field]: alias('a') }), { a: [undefined, value] })).toEqual({
      [property]: shown,
    });
  });

  it('keep their value where that of the variable has the wrong type or did not change', () => {
    const wrong: [string, unknown][] = [
      ['visible', 1],
      ['opacity', 'half'],
      ['paddingLeft', true],
      ['minWidth', red],
      ['characters', false],
      ['fontSize', 'big'],
    ];
    for (const [field, value] of wrong)
      expect(followed(bound({ [field]: alias('a') }, { style: {} }), { a: [undefined, value] })).toEqual({});
    expect(followed(bound({ opacity: alias('a') }), {})).toEqual({});
    expect(followed(bound({ unknown: alias('a'), constructor: alias('a') }), { a: [1, 2] })).toEqual({});
  });

  it('are ignored where they are no valid bindings', () => {
    for (const boundVariables of [null, 7, 'x', [], { opacity: null }, { opacity: { id: 'VariableID:a' } }])
      expect(followed({ boundVariables }, { a: [1, 2] })).toEqual({});
  });
});

describe('corners', () => {
  const all = {
    topLeftRadius: alias('a'),
    topRightRadius: alias('a'),
    bottomLeftRadius: alias('a'),
    bottomRightRadius: alias('a'),
  };

  it('with one radius have one number', () => {
    expect(followed(bound(all, { cornerRadius: 4 }), { a: [4, 8] })).toEqual({ cornerRadius: 8 });
  });

  it('with several are listed, in the order of the interface', () => {
    expect(followed(bound({ bottomLeftRadius: alias('a') }, { cornerRadius: 4 }), { a: [4, 8] })).toEqual({
      rectangleCornerRadii: [4, 4, 4, 8],
    });
    const listed = { rectangleCornerRadii: [1, 2, 3, 4] };
    const grouped = { rectangleCornerRadii: { RECTANGLE_BOTTOM_RIGHT_CORNER_RADIUS: alias('a') } };
    expect(followed(bound(grouped, listed), { a: [3, 9] })).toEqual({ rectangleCornerRadii: [1, 2, 9, 4] });
  });
});

it('strokes have one weight, or one for each side', () => {
  const top = { individualStrokeWeights: { top: alias('a') } };
  expect(followed(bound(top, { strokeWeight: 1 }), { a: [1, 3] })).toEqual({
    strokeWeight: 3,
    individualStrokeWeights: { top: 3, right: 1, bottom: 1, left: 1 },
  });
  const side = alias('a');
  const every = { individualStrokeWeights: { top: side, right: side, bottom: side, left: side } };
  expect(followed(bound(every, { strokeWeight: 1 }), { a: [1, 2] })).toEqual({ strokeWeight: 2 });
});

describe('paints', () => {
  const solid = (more: object = {}) => ({
    type: 'SOLID',
    color: red,
    ...more,
    boundVariables: { color: alias('a') },
  });

  it('get the colour, and its alpha as their opacity where that changes', () => {
    const other = { type: 'SOLID', color: red };
    expect(followed({ fills: [other, solid()] }, { a: [red, blue] })).toEqual({
      fills: [other, solid({ color: blue })],
    });
    expect(followed({ strokes: [solid()] }, { a: [red, half] })).toEqual({
      strokes: [solid({ color: blue, opacity: 0.5 })],
    });
    expect(followed({ fills: [solid({ opacity: 0.2 })] }, { a: [red, blue] })).toEqual({
      fills: [solid({ color: blue, opacity: 0.2 })],
    });
  });

  it('that show the value already are left alone when the variable becomes known', () => {
    for (const shown of [{ color: half }, { color: blue, opacity: 0.5 }])
      expect(followed({ fills: [solid(shown)] }, { a: [undefined, half] })).toEqual({});
    const faint = solid({ color: blue, opacity: 0.2 });
    expect(followed({ fills: [faint] }, { a: [undefined, blue] })).toEqual({});
    const absent = bound({ visible: alias('a'), opacity: alias('b') });
    expect(followed(absent, { a: [undefined, true], b: [undefined, 100] })).toEqual({});
  });

  it('of gradients keep the alpha in the colour', () => {
    const stops = (color: object) => [{ position: 0, color, boundVariables: { color: alias('a') } }];
    const gradient = (color: object) => ({ type: 'GRADIENT_LINEAR', gradientStops: stops(color) });
    expect(followed({ fills: [gradient(red)] }, { a: [red, half] })).toEqual({ fills: [gradient(half)] });
  });

  it('update the older backgroundColor of a frame', () => {
    const frame = { fills: [solid()], background: [solid()], backgroundColor: red };
    expect(followed(frame, { a: [red, half] })).toEqual({
      fills: [solid({ color: blue, opacity: 0.5 })],
      background: [solid({ color: blue, opacity: 0.5 })],
      backgroundColor: half,
    });
  });
});

it('effects and grids follow field by field', () => {
  const shadow = { type: 'DROP_SHADOW', radius: 1, color: red, offset: { x: 0, y: 1 } };
  const fields = ['radius', 'spread', 'color', 'offsetX', 'offsetY'];
  const effect = { ...shadow, ...bound(Object.fromEntries(fields.map((field) => [field, alias(field)]))) };
  const values = {
    radius: [1, 4],
    spread: [0, -2],
    color: [red, half],
    offsetX: [0, 3],
    offsetY: [1, 5],
  } as const;
  expect(followed({ effects: [effect] }, values)).toEqual({
    effects: [{ ...effect, radius: 4, spread: -2, color: half, offset: { x: 3, y: 5 } }],
  });
  const grid = { count: 4, sectionSize: 8, ...bound({ numSections: alias('a'), gutterSize: alias('b') }) };
  expect(followed({ layoutGrids: [grid] }, { a: [4, 6], b: [0, 2] })).toEqual({
    layoutGrids: [{ ...grid, count: 6, gutterSize: 2 }],
  });
});

describe('texts', () => {
  const style = {
    fontFamily: 'Inter',
    fontPostScriptName: 'Inter-Regular',
    fontStyle: 'Regular',
    fontWeight: 400,
    fontSize: 10,
    lineHeightPx: 15,
    lineHeightUnit: 'FONT_SIZE_%',
    lineHeightPercentFontSize: 150,
  };
  const styled = (field: string, before: unknown, after: unknown) =>
    followed({ style: { ...style, ...bound({ [field]: alias('a') }) } }, { a: [before, after] }).style;

  it('follow in their type style', () => {
    expect(styled('fontFamily', 'Inter', 'Lora')).toMatchObject({
      fontFamily: 'Lora',
      fontPostScriptName: null,
    });
    expect(styled('fontStyle', 'Regular', 'Semi Bold Italic')).toMatchObject({
      fontStyle: 'Semi Bold Italic',
      fontWeight: 600,
      italic: true,
      fontPostScriptName: null,
    });
    expect(styled('fontWeight', 400, 700)).toMatchObject({ fontStyle: 'Bold', fontWeight: 700 });
    expect(styled('fontSize', 10, 20)).toMatchObject({
      fontSize: 20,
      lineHeightPx: 30,
      lineHeightPercentFontSize: 150,
    });
    expect(styled('lineHeight', 15, 18)).toMatchObject({
      lineHeightPx: 18,
      lineHeightUnit: 'PIXELS',
      lineHeightPercentFontSize: 180,
    });
    expect(styled('letterSpacing', 0, -1)).toMatchObject({ letterSpacing: -1 });
    expect(styled('paragraphSpacing', 0, 4)).toMatchObject({ paragraphSpacing: 4 });
    expect(styled('paragraphIndent', 0, 6)).toMatchObject({ paragraphIndent: 6 });
  });

  it('follow where the whole text is bound, and not where ranges of it differ', () => {
    const whole = bound({ letterSpacing: [alias('a')] }, { style });
    expect(followed(whole, { a: [0, 2] })).toEqual({ style: { ...style, letterSpacing: 2 } });
    const ranges = { ...whole, styleOverrideTable: { 3: { letterSpacing: 1 } } };
    expect(followed(ranges, { a: [0, 2] })).toEqual({});
    const two = bound({ letterSpacing: [alias('a'), alias('a')] }, { style });
    expect(followed(two, { a: [0, 2] })).toEqual({});
  });

  it('follow in their ranges', () => {
    const range = bound(
      { letterSpacing: alias('a') },
      { fills: [{ type: 'SOLID', color: red, ...bound({ color: alias('b') }) }] },
    );
    const table = followed({ styleOverrideTable: { 3: range } }, { a: [0, 2], b: [red, blue] });
    expect(table).toMatchObject({
      styleOverrideTable: { 3: { letterSpacing: 2, fills: [{ color: blue }] } },
    });
  });

  it('show a string or a number, every line in the style of the first', () => {
    const text = bound(
      { characters: alias('a') },
      {
        characters: 'One',
        characterStyleOverrides: [1, 1, 1],
        lineTypes: ['UNORDERED'],
        lineIndentations: [1],
      },
    );
    expect(followed(text, { a: ['One', 'One\ntwo'] })).toEqual({
      characters: 'One\ntwo',
      characterStyleOverrides: [],
      lineTypes: ['UNORDERED', 'UNORDERED'],
      lineIndentations: [1, 1],
    });
    expect(followed(bound({ characters: alias('a') }, { characters: '' }), { a: [1, 2.5] })).toEqual({
      characters: '2.5',
    });
  });
});

it('and component properties follow by name, whatever the name', () => {
  const property = (value: unknown) => ({
    type: 'TEXT',
    value,
    boundVariables: { value: alias('a') },
  });
  const given = (value: unknown) => JSON.parse(`{"__proto__":${JSON.stringify(property(value))}}`);
  const after = followed({ componentProperties: given('Old') }, { a: ['Old', 'New'] });
  expect(JSON.stringify(after.componentProperties)).toBe(JSON.stringify(given('New')));
  expect(followed({ componentProperties: given('Old') }, { a: [1, 2] })).toEqual({});
});
