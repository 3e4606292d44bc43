import sharp from 'sharp';
import type { NodeJson } from '../../src/render/scene/scene-source.ts';
import { type Box, dropShadow, gradientFill, gray, imageFill, NodeMaker, solid } from './node-json.ts';

export const screenSize = { width: 1440, height: 1024 };
const [columns, rows] = [8, 5];
const sidebarWidth = 160;
const headerHeight = 64;
const card = { width: 150, height: 180 };
const pitch = { x: 160, y: 192 };
const imageCount = 8;

export const imageRefOf = (number: number): string => `${number % imageCount}`.padStart(40, 'e');

/**
 * A frame of 1440 × 1024 px as dashboards are: 497 nodes, of them 171 texts of about 25 letters, 41 drop shadows,
 * 40 image fills, 43 gradients and 51 icons.
 */
export function screenNode(): NodeJson {
  const make = new NodeMaker();
  const places = Array.from({ length: columns * rows }, (_, place) => place);
  const children = [...sidebar(make), ...header(make), ...places.map((place) => cardNode(make, place))];
  return make.node(
    'FRAME',
    { x: 0, y: 0, ...screenSize },
    { fills: [gray(0.96)], clipsContent: true, children },
  );
}

function sidebar(make: NodeMaker): NodeJson[] {
  const items = Array.from({ length: 11 }, (_, place) => {
    const y = headerHeight + 16 + place * 40;
    const box = { x: 48, y: y + 3, width: 104, height: 18 };
    const back = { x: 8, y: y - 6, width: 136, height: 36 };
    const level = place === 0 ? 0.92 : 1;
    return [
      make.node('RECTANGLE', back, { cornerRadius: 8, fills: [gray(level)] }),
      make.icon(16, y, place),
      make.text(box, `Section ${place + 1} of it`, 13, 500),
    ];
  });
  const box = { x: 0, y: 0, width: sidebarWidth - 8, height: screenSize.height };
  return [make.node('RECTANGLE', box, { fills: [gray(1)] }), ...items.flat()];
}

function header(make: NodeMaker): NodeJson[] {
  const box = { x: sidebarWidth, y: 0, width: screenSize.width - sidebarWidth, height: headerHeight - 10 };
  const buttons = [0, 1, 2].map((place) => {
    const button = { x: box.x + 20 + place * 120, y: 12, width: 100, height: 30 };
    return make.node('RECTANGLE', button, { cornerRadius: 15, fills: [gradientFill(place / 3)] });
  });
  const people = Array.from({ length: 18 }, (_, place) => {
    const round = { x: box.x + 420 + place * 36, y: 14, width: 26, height: 26 };
    return make.node('ELLIPSE', round, { fills: [solid(place / 18, 0.5, 0.7)] });
  });
  return [make.node('RECTANGLE', box, { fills: [gray(1)], effects: [dropShadow] }), ...buttons, ...people];
}

function cardNode(make: NodeMaker, place: number): NodeJson {
  const x = sidebarWidth + (place % columns) * pitch.x;
  const y = headerHeight + Math.floor(place / columns) * pitch.y;
  const at = (left: number, top: number, width: number, height: number): Box => ({
    x: x + left,
    y: y + top,
    width,
    height,
  });
  const children = [
    make.node('RECTANGLE', at(0, 0, 150, 80), { fills: [imageFill(imageRefOf(place))] }),
    make.node('RECTANGLE', at(8, 8, 44, 18), { cornerRadius: 9, fills: [gradientFill((place % 7) / 7)] }),
    make.icon(x + 118, y + 86, place),
    make.text(at(10, 86, 106, 18), `Project number ${place + 1}`, 13, 600),
    make.text(at(10, 104, 130, 15), 'Changed on Monday by Ada', 10, 400, 0.4),
    make.text(at(10, 120, 130, 28), 'What it holds, and a few words on how far it is', 10),
    make.text(at(10, 156, 60, 15), `${(place * 37) % 100} % of it done`, 10, 500, 0.3),
    make.node('RECTANGLE', at(10, 150, 130, 3), { cornerRadius: 1.5, fills: [gray(0.9)] }),
    make.node('RECTANGLE', at(10, 150, 13 + ((place * 37) % 117), 3), {
      cornerRadius: 1.5,
      fills: [solid(0.1, 0.5, 0.9)],
    }),
    make.node('ELLIPSE', at(120, 156, 16, 16), {
      fills: [solid(0.2, 0.7, 0.5)],
      strokes: [gray(1)],
      strokeWeight: 2,
    }),
  ];
  return make.node('FRAME', at(0, 0, card.width, card.height), {
    cornerRadius: 10,
    clipsContent: true,
    fills: [gray(1)],
    strokes: [gray(0.88)],
    strokeWeight: 1,
    strokeAlign: 'INSIDE',
    effects: [dropShadow],
    children,
  });
}

/** Photographs by their references, as JPEG of 480 × 320 px. */
export async function screenImages(): Promise<ReadonlyMap<string, Uint8Array>> {
  const numbers = Array.from({ length: imageCount }, (_, number) => number);
  return new Map(
    await Promise.all(numbers.map(async (number) => [imageRefOf(number), await photograph(number)] as const)),
  );
}

function photograph(number: number): Promise<Uint8Array> {
  const [width, height] = [480, 320];
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < rgb.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    rgb[at] = 128 + 127 * Math.sin((x * (1 + (at % 3)) + y * (number + 1)) / 60 + number);
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Icons of 24 px, each another. */
export function iconNodes(count: number): NodeJson[] {
  const make = new NodeMaker();
  return Array.from({ length: count }, (_, number) => {
    const [x, y] = [(number % 40) * 40, Math.floor(number / 40) * 40];
    const box = { x, y, width: 24, height: 24 };
    return make.node('COMPONENT', box, { clipsContent: true, children: [make.icon(x, y, number)] });
  });
}
