import { ascii, buildFont, type TestFont, uint16, uint32 } from './test-font.suite.ts';

/** A graphic of `sbix`: its type has four characters, and its corner lies at (x, y) px from the origin. */
export interface TestGraphic {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly x?: number;
  readonly y?: number;
}

export interface TestStrike {
  readonly ppem: number;
  /** By glyph: 1 for the first character of the font. */
  readonly graphics: Readonly<Record<number, TestGraphic>>;
}

const glyphCount = ({ advances }: TestFont): number => Object.keys(advances).length + 1;

function sbixStrike({ ppem, graphics }: TestStrike, count: number): number[] {
  const offsets: number[] = [];
  const bodies: number[] = [];
  for (let glyph = 0; glyph <= count; glyph += 1) {
    offsets.push(4 + 4 * (count + 1) + bodies.length);
    const graphic = graphics[glyph];
    if (graphic === undefined) continue;
    const { type, bytes, x = 0, y = 0 } = graphic;
    bodies.push(...uint16(x, y), ...ascii(type), ...bytes);
  }
  return [...uint16(ppem, 72), ...uint32(...offsets), ...bodies];
}

/** A font with graphics in strikes; glyphs without one keep their box as an outline. */
export function buildSbixFont(font: TestFont, strikes: readonly TestStrike[]): Uint8Array {
  const bodies = strikes.map((strike) => sbixStrike(strike, glyphCount(font)));
  let at = 8 + 4 * bodies.length;
  const offsets = bodies.map(({ length }) => {
    at += length;
    return at - length;
  });
  const sbix = [...uint16(1, 1), ...uint32(bodies.length, ...offsets), ...bodies.flat()];
  return buildFont({ ...font, tables: { ...font.tables, sbix } });
}

/** A PNG of `CBDT` with its metrics, in px of the strike. */
export interface TestBitmap {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  /** Of its upper edge, from the baseline upwards. */
  readonly top: number;
}

/** How the font says where its pictures lie (1 to 5) and by which metrics each begins (17 to 19). */
export interface CbdtForm {
  readonly index: 1 | 2 | 3 | 4 | 5;
  readonly image: 17 | 18 | 19;
}

const smallMetrics = ({ width, height, left, top }: TestBitmap): number[] => [
  height,
  width,
  left & 255,
  top & 255,
  width,
];
const bigMetrics = (bitmap: TestBitmap): number[] => [...smallMetrics(bitmap), 0, 0, 0];

function cbdtBody(bitmap: TestBitmap, { image }: CbdtForm): number[] {
  const metrics = image === 17 ? smallMetrics(bitmap) : image === 18 ? bigMetrics(bitmap) : [];
  return [...metrics, ...uint32(bitmap.png.length), ...bitmap.png];
}

/** Where the bodies lie, of glyphs from 1 on; those of equal size are as long as the longest. */
function cbdtIndex(bodies: readonly number[][], bitmap: TestBitmap, { index, image }: CbdtForm): number[] {
  const ends = bodies.map((_, place) => bodies.slice(0, place + 1).flat().length);
  const offsets = [0, ...ends];
  const glyphs = bodies.map((_, place) => place + 1);
  const equal = [...uint32(bodies[0]!.length), ...bigMetrics(bitmap)];
  const places = {
    1: uint32(...offsets),
    2: equal,
    3: uint16(...offsets),
    4: [...uint32(bodies.length), ...offsets.flatMap((offset, place) => uint16(glyphs[place] ?? 0, offset))],
    5: [...equal, ...uint32(bodies.length), ...uint16(...glyphs)],
  };
  return [...uint16(index, image), ...uint32(4), ...places[index]];
}

/** A font with PNGs of its first glyphs, 1 and on, in one strike; forms 2 and 5 take the metrics of the first for all. */
export function buildCbdtFont(
  font: TestFont,
  ppem: number,
  bitmaps: readonly TestBitmap[],
  form: CbdtForm = { index: 1, image: 17 },
): Uint8Array {
  const last = bitmaps.length;
  const bodies = bitmaps.map((bitmap) => cbdtBody(bitmap, form));
  const longest = Math.max(...bodies.map(({ length }) => length));
  if (form.index === 2 || form.index === 5)
    for (const body of bodies) body.push(...Array(longest - body.length).fill(0));
  const list = [...uint16(1, last), ...uint32(8), ...cbdtIndex(bodies, bitmaps[0]!, form)];
  const line = [ppem, 0, ppem, ...Array(9).fill(0)];
  const size = [...uint32(56, list.length, 1, 0), ...line, ...line, ...uint16(1, last), ppem, ppem, 32, 1];
  const tables = {
    CBLC: [...uint16(3, 0), ...uint32(1), ...size, ...list],
    CBDT: [...uint16(3, 0), ...bodies.flat()],
  };
  return buildFont({ ...font, tables });
}

/** A layer of a glyph: another glyph in a colour, or in that of the text. */
export interface TestLayer {
  readonly glyph: number;
  readonly color: readonly [red: number, green: number, blue: number] | 'text';
}

/** A font whose glyph 1 is drawn in layers. */
export function buildLayeredFont(font: TestFont, layers: readonly TestLayer[]): Uint8Array {
  const colors = layers.flatMap(({ color }) => (color === 'text' ? [] : [color]));
  const indexOf = ({ color }: TestLayer): number => (color === 'text' ? 0xffff : colors.indexOf(color));
  const records = layers.flatMap((layer) => uint16(layer.glyph, indexOf(layer)));
  const tables = {
    COLR: [...uint16(0, 1), ...uint32(14, 20), ...uint16(layers.length, 1, 0, layers.length), ...records],
    CPAL: [
      ...uint16(0, colors.length, 1, colors.length),
      ...uint32(14),
      ...uint16(0),
      ...colors.flatMap(([red, green, blue]) => [blue, green, red, 255]),
    ],
  };
  return buildFont({ ...font, tables });
}
