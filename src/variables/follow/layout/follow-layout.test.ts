import { describe, expect, it } from 'vitest';
import { alias, themeFile, value } from '../../changes.suite.ts';
import { openDocument, type TestNode } from '../follow.suite.ts';
import type { MeasureText } from './sizes.ts';

type Place = readonly [x: number, y: number, width: number, height: number];

/** A node at a place of its parent, and of the canvas. */
function node(id: string, place: Place, canvas: Place, more: object = {}): TestNode {
  const [x, y, width, height] = place;
  const [left, top, boxWidth, boxHeight] = canvas;
  const box = { x: left, y: top, width: boxWidth, height: boxHeight };
  return {
    id,
    type: 'FRAME',
    name: id,
    absoluteBoundingBox: box,
    absoluteRenderBounds: box,
    relativeTransform: [
      [1, 0, x],
      [0, 1, y],
    ],
    size: { x: width, y: height },
    ...more,
  };
}

const leaf = (id: string, x: number, y: number, more: object = {}) =>
  node(id, [x, y, 20, 10], [100 + x, 200 + y, 20, 10], { type: 'RECTANGLE', ...more });
const row = { layoutMode: 'HORIZONTAL', layoutSizingHorizontal: 'HUG', layoutSizingVertical: 'HUG' };

/** Sets the variable `gap` (or another one) from one value to another, and shows the document after it. */
function changed(nodes: TestNode[], from: unknown, to: unknown, name = 'gap', measure?: MeasureText) {
  const file = themeFile();
  file.apply({ variableModeValues: [value(name, 'light', from)] });
  const before = file.state();
  file.apply({ variableModeValues: [value(name, 'light', to)] });
  const bound = JSON.parse(
    JSON.stringify(nodes).replaceAll('"VariableID:it"', JSON.stringify(file.id(name))),
  );
  const document = openDocument(bound, measure);
  document.follow(before, file.state());
  const places = (id: string) => {
    const {
      relativeTransform,
      size,
      absoluteBoundingBox: box,
    } = document.node(id) as never as {
      relativeTransform: number[][];
      size: { x: number; y: number };
      absoluteBoundingBox: { x: number; y: number; width: number; height: number };
    };
    const here = [relativeTransform[0]?.[2], relativeTransform[1]?.[2], size.x, size.y];
    return [here, [box.x, box.y, box.width, box.height]];
  };
  return { places, node: document.node };
}

const it1 = alias('VariableID:it');
const rowOf = (more: object, children: TestNode[]) =>
  node('1:1', [100, 200, 50, 10], [100, 200, 50, 10], { ...row, ...more, children });

describe('a frame without layout', () => {
  it('that gets a variable for its width moves what is held at its right, and widens what is held at both sides', () => {
    const held = (id: string, horizontal: string) =>
      leaf(id, 10, 0, { constraints: { horizontal, vertical: 'TOP' } });
    const frame = node('1:1', [100, 200, 50, 10], [100, 200, 50, 10], {
      boundVariables: { size: { x: it1 } },
      children: [held('1:2', 'RIGHT'), held('1:3', 'LEFT_RIGHT'), held('1:4', 'LEFT')],
    });
    const { places } = changed([frame], 50, 80);
    expect(places('1:2')).toEqual([
      [40, 0, 20, 10],
      [140, 200, 20, 10],
    ]);
    expect(places('1:3')).toEqual([
      [10, 0, 50, 10],
      [110, 200, 50, 10],
    ]);
    expect(places('1:4')).toEqual([
      [10, 0, 20, 10],
      [110, 200, 20, 10],
    ]);
  });
});

describe('a row', () => {
  const children = () => [leaf('1:2', 0, 0), leaf('1:3', 30, 0)];

  it('applies the new spacing between its children, and hugs them', () => {
    const frame = rowOf({ itemSpacing: 10, boundVariables: { itemSpacing: it1 } }, children());
    const { places, node } = changed([frame], 10, 16);
    expect(node('1:1').itemSpacing).toBe(16);
    expect(places('1:1')).toEqual([
      [100, 200, 56, 10],
      [100, 200, 56, 10],
    ]);
    expect(places('1:2')).toEqual([
      [0, 0, 20, 10],
      [100, 200, 20, 10],
    ]);
    expect(places('1:3')).toEqual([
      [36, 0, 20, 10],
      [136, 200, 20, 10],
    ]);
  });

  it('may have negative spacing', () => {
    const frame = rowOf({ itemSpacing: 10, boundVariables: { itemSpacing: it1 } }, children());
    expect(changed([frame], 10, -5).places('1:3')[0]).toEqual([15, 0, 20, 10]);
  });

  it('moves everything in it, and in what is in it', () => {
    const inner = leaf('1:3', 30, 0, {
      type: 'GROUP',
      children: [node('1:4', [1, 1, 2, 2], [131, 201, 2, 2], { type: 'ELLIPSE' })],
    });
    const frame = rowOf(
      { itemSpacing: 10, paddingLeft: 0, boundVariables: { paddingLeft: it1, paddingTop: it1 } },
      [leaf('1:2', 0, 0), inner],
    );
    const { places } = changed([frame], 0, 4);
    expect(places('1:1')[0]).toEqual([100, 200, 54, 14]);
    expect(places('1:3')).toEqual([
      [34, 4, 20, 10],
      [134, 204, 20, 10],
    ]);
    expect(places('1:4')).toEqual([
      [1, 1, 2, 2],
      [135, 205, 2, 2],
    ]);
  });

  it('of fixed width gives the remaining width to the child that fills it', () => {
    const frame = rowOf(
      { layoutSizingHorizontal: 'FIXED', itemSpacing: 10, boundVariables: { itemSpacing: it1 } },
      [leaf('1:2', 0, 0), leaf('1:3', 30, 0, { layoutSizingHorizontal: 'FILL' })],
    );
    const { places } = changed([frame], 10, 16);
    expect(places('1:1')[0]).toEqual([100, 200, 50, 10]);
    expect(places('1:3')).toEqual([
      [36, 0, 14, 10],
      [136, 200, 14, 10],
    ]);
  });

  it('is laid out by the older properties where the newer ones are absent', () => {
    const older = { layoutSizingHorizontal: undefined, primaryAxisSizingMode: 'FIXED' };
    const frame = rowOf({ ...older, itemSpacing: 10, boundVariables: { itemSpacing: it1 } }, [
      leaf('1:2', 0, 0),
      leaf('1:3', 30, 0, { layoutGrow: 1 }),
    ]);
    expect(changed([frame], 10, 16).places('1:3')[0]).toEqual([36, 0, 14, 10]);
  });

  it('closes up when a child is hidden, and makes room when it is shown', () => {
    const both = [leaf('1:2', 0, 0, { boundVariables: { visible: it1 } }), leaf('1:3', 30, 0)];
    const { places, node } = changed([rowOf({ itemSpacing: 10 }, both)], true, false, 'shown');
    expect(places('1:1')[0]).toEqual([100, 200, 20, 10]);
    expect(places('1:3')).toEqual([
      [0, 0, 20, 10],
      [100, 200, 20, 10],
    ]);
    expect(node('1:2')).toMatchObject({ visible: false, absoluteRenderBounds: null });

    const hidden = leaf('1:2', 0, 0, {
      visible: false,
      absoluteRenderBounds: null,
      boundVariables: { visible: it1 },
    });
    const alone = rowOf({ itemSpacing: 10, size: { x: 20, y: 10 } }, [hidden, leaf('1:3', 0, 0)]);
    const shown = changed([alone], false, true, 'shown');
    expect(shown.places('1:1')[0]).toEqual([100, 200, 50, 10]);
    expect(shown.places('1:3')[0]).toEqual([30, 0, 20, 10]);
    expect(shown.node('1:2').absoluteRenderBounds).toEqual({ x: 100, y: 200, width: 20, height: 10 });
  });

  it('leaves children that are placed by hand where they are', () => {
    const apart = leaf('1:3', 30, 0, { layoutPositioning: 'ABSOLUTE' });
    const frame = rowOf({ paddingLeft: 0, boundVariables: { paddingLeft: it1 } }, [leaf('1:2', 0, 0), apart]);
    const { places } = changed([frame], 0, 8);
    expect(places('1:2')[0]).toEqual([8, 0, 20, 10]);
    expect(places('1:3')[0]).toEqual([30, 0, 20, 10]);
  });

  it('that wraps applies the new spacing between its lines', () => {
    const frame = rowOf(
      {
        layoutSizingHorizontal: 'FIXED',
        layoutWrap: 'WRAP',
        size: { x: 30, y: 25 },
        counterAxisSpacing: 5,
        boundVariables: { counterAxisSpacing: it1 },
      },
      [leaf('1:2', 0, 0), leaf('1:3', 0, 15)],
    );
    const { places } = changed([frame], 5, 9);
    expect(places('1:3')[0]).toEqual([0, 19, 20, 10]);
    expect(places('1:1')[0]).toEqual([100, 200, 30, 29]);
  });
});

it('grows with a column inside it', () => {
  const column = node('1:2', [0, 0, 20, 10], [100, 200, 20, 10], {
    layoutMode: 'VERTICAL',
    layoutSizingHorizontal: 'HUG',
    layoutSizingVertical: 'HUG',
    children: [leaf('1:4', 0, 0, { boundVariables: { size: { x: it1 } } })],
  });
  const { places } = changed([rowOf({ itemSpacing: 10 }, [column, leaf('1:3', 30, 0)])], 20, 50);
  expect(places('1:4')[0]).toEqual([0, 0, 50, 10]);
  expect(places('1:2')[0]).toEqual([0, 0, 50, 10]);
  expect(places('1:3')[0]).toEqual([60, 0, 20, 10]);
  expect(places('1:1')[0]).toEqual([100, 200, 80, 10]);
});

describe('a node outside auto layout', () => {
  it('gets its new size, and a rectangle its new outline', () => {
    const fillGeometry = [{ path: 'M0 0L20 0L20 10L0 10L0 0Z', windingRule: 'NONZERO' }];
    const { places, node } = changed(
      [leaf('1:2', 0, 0, { fillGeometry, boundVariables: { size: { x: it1, y: it1 } } })],
      1,
      40,
    );
    expect(places('1:2')).toEqual([
      [0, 0, 40, 40],
      [100, 200, 40, 40],
    ]);
    expect(JSON.stringify(node('1:2').fillGeometry)).toContain('40 40');
  });

  it('gets its new size where the file has only its bounding box', () => {
    const plain = { relativeTransform: undefined, size: undefined };
    const { node } = changed([leaf('1:2', 0, 0, { ...plain, boundVariables: { size: { x: it1 } } })], 1, 40);
    expect(node('1:2').absoluteBoundingBox).toEqual({ x: 100, y: 200, width: 40, height: 10 });
    expect(node('1:2').size).toBeUndefined();
  });

  it('gets its new size along its own rotated sides', () => {
    const turn = [
      [0, -1, 10],
      [1, 0, 0],
    ];
    const turned = node('1:2', [0, 0, 20, 10], [0, 0, 10, 20], {
      relativeTransform: turn,
      boundVariables: { size: { x: it1 } },
    });
    expect(changed([turned], 20, 50).node('1:2')).toMatchObject({
      size: { x: 50, y: 10 },
      absoluteBoundingBox: { x: 0, y: 0, width: 10, height: 50 },
    });
  });
});

describe('texts', () => {
  /** Each character is 10 px wide and lines 12 px high. */
  const measure: MeasureText = function* ({ characters }, widthPx) {
    yield;
    const width = String(characters).length * 10;
    if (widthPx === undefined) return { width, height: 12 };
    return { width: widthPx, height: 12 * Math.ceil(width / widthPx) };
  };
  const text = (characters: string, textAutoResize: string, more: object = {}) =>
    node('1:2', [0, 0, 20, 12], [100, 200, 20, 12], {
      type: 'TEXT',
      characters,
      style: { textAutoResize },
      boundVariables: { characters: it1 },
      ...more,
    });

  it('grow with their characters, and push their siblings', () => {
    const frame = rowOf({ itemSpacing: 10 }, [text('ab', 'WIDTH_AND_HEIGHT'), leaf('1:3', 30, 0)]);
    const { places } = changed([frame], 'ab', 'abcde', 'title', measure);
    expect(places('1:2')[0]).toEqual([0, 0, 50, 12]);
    expect(places('1:3')[0]).toEqual([60, 0, 20, 10]);
  });

  it('wrap in their width', () => {
    const { places } = changed([text('ab', 'HEIGHT')], 'ab', 'abcde', 'title', measure);
    expect(places('1:2')[0]).toEqual([0, 0, 20, 36]);
  });

  it('keep their size when it is fixed, and when no fonts are available', () => {
    const boxed = changed([text('ab', 'NONE')], 'ab', 'abcde', 'title', measure);
    expect(boxed.places('1:2')[0]).toEqual([0, 0, 20, 12]);
    const unmeasured = changed([text('ab', 'WIDTH_AND_HEIGHT')], 'ab', 'abcde', 'title');
    expect(unmeasured.places('1:2')[0]).toEqual([0, 0, 20, 12]);
    expect(unmeasured.node('1:2').characters).toBe('abcde');
  });
});

it('a text in hundreds of nested frames is laid out', () => {
  let deep: TestNode = leaf('1:9', 0, 0, { boundVariables: { size: { x: it1 } } });
  for (let level = 0; level < 600; level++)
    deep = node(`2:${level}`, [0, 0, 20, 10], [100, 200, 20, 10], { ...row, children: [deep] });
  expect(changed([deep], 20, 50).places('1:9')[0]).toEqual([0, 0, 50, 10]);
});
