import type { NodeJson } from '../../src/render/scene/scene-source.ts';

/** A box on the canvas, in px. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Makes nodes as the interface gives them with `geometry=paths`, ids in a row. */
export class NodeMaker {
  #count = 0;

  node(type: string, box: Box, more: object = {}): NodeJson {
    this.#count += 1;
    return {
      id: `1:${this.#count}`,
      name: `${type} ${this.#count}`,
      type,
      blendMode: 'PASS_THROUGH',
      absoluteBoundingBox: box,
      fills: [],
      strokes: [],
      effects: [],
      ...more,
    };
  }

  text(box: Box, characters: string, fontSize: number, fontWeight = 400, level = 0.1): NodeJson {
    const style = {
      fontFamily: 'Inter',
      fontSize,
      fontWeight,
      letterSpacing: 0,
      textAutoResize: 'NONE',
      lineHeightPx: Math.round(fontSize * 1.4),
      lineHeightUnit: 'PIXELS',
    };
    return this.node('TEXT', box, { characters, style, fills: [gray(level)] });
  }

  /** An icon of two outlines in a box of 24 px; every number makes another one. */
  icon(x: number, y: number, number: number): NodeJson {
    const box = { x, y, width: 24, height: 24 };
    const path = iconPath(number);
    return this.node('VECTOR', box, { fills: [gray(0.2)], fillGeometry: [{ path, windingRule: 'NONZERO' }] });
  }
}

/** A ring with a tongue of its own length. */
function iconPath(number: number): string {
  const tip = 13 + (number % 9);
  const low = 6 + (number % 7);
  return (
    'M12 2C17.5228 2 22 6.47715 22 12C22 17.5228 17.5228 22 12 22C6.47715 22 2 17.5228 2 12C2 6.47715 6.47715 2 12 2ZM12 4C7.58172 4 4 7.58172 4 12C4 16.4183 7.58172 20 12 20C16.4183 20 20 16.4183 20 12C20 7.58172 16.4183 4 12 4Z' +
    `M11 ${low}L13 ${low}L13 11L${tip} 11L${tip} 13L11 13Z`
  );
}

export const color = (r: number, g: number, b: number) => ({ r, g, b, a: 1 });

export const solid = (r: number, g: number, b: number) => ({
  type: 'SOLID',
  blendMode: 'NORMAL',
  color: color(r, g, b),
});

export const gray = (level: number) => solid(level, level, level);

export const imageFill = (imageRef: string) => ({
  type: 'IMAGE',
  blendMode: 'NORMAL',
  scaleMode: 'FILL',
  imageRef,
});

/** From the top left to the bottom right. */
export const gradientFill = (hue: number) => ({
  type: 'GRADIENT_LINEAR',
  blendMode: 'NORMAL',
  gradientHandlePositions: [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: -0.5, y: 0.5 },
  ],
  gradientStops: [
    { position: 0, color: color(hue, 0.4, 0.9) },
    { position: 1, color: color(0.9, 0.4, hue) },
  ],
});

export const dropShadow = {
  type: 'DROP_SHADOW',
  visible: true,
  blendMode: 'NORMAL',
  radius: 12,
  showShadowBehindNode: false,
  color: { r: 0, g: 0, b: 0, a: 0.15 },
  offset: { x: 0, y: 4 },
};

/** A file answer with one page. */
export const fileAnswer = (name: string, children: readonly NodeJson[]): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      document: {
        id: '0:0',
        name: 'Document',
        type: 'DOCUMENT',
        children: [{ id: '0:1', name: 'Page 1', type: 'CANVAS', backgroundColor: color(1, 1, 1), children }],
      },
      components: {},
      componentSets: {},
      styles: {},
      schemaVersion: 0,
      name,
      lastModified: '2026-01-01T00:00:00Z',
      version: '1',
      role: 'owner',
      editorType: 'figma',
    }),
  );
