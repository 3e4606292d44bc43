/** A font made for a test: every character is a box of its own advance. */
export interface TestFont {
  family: string;
  style?: string;
  weight?: number;
  italic?: boolean;
  /** Advance in units of 1000 to the em by character; in the order of code points they get glyphs 1, 2, … */
  advances: Readonly<Record<string, number>>;
  /** Tables besides those that every font has. */
  tables?: Readonly<Record<string, readonly number[]>>;
}

export const uint16 = (...values: number[]): number[] =>
  values.flatMap((value) => [(value >> 8) & 255, value & 255]);
export const uint32 = (...values: number[]): number[] =>
  values.flatMap((value) => [...uint16((value >>> 16) & 0xffff), ...uint16(value & 0xffff)]);
export const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** Ascent 800, descent 200, no gap; capitals 700, x-height 500. */
export function buildFont(font: TestFont): Uint8Array {
  const points = Object.keys(font.advances).map((text) => text.codePointAt(0)!);
  points.sort((a, b) => a - b);
  const advances = [500, ...points.map((point) => font.advances[String.fromCodePoint(point)]!)];
  const glyphs = advances.map(box);
  return joined({
    ...font.tables,
    'OS/2': os2Table(font),
    cmap: cmapTable(points),
    glyf: glyphs.flat(),
    head: headTable(font),
    hhea: [
      ...uint32(0x10000),
      ...uint16(800, -200, 0, 1000, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, advances.length),
    ],
    hmtx: advances.flatMap((advance) => uint16(advance, 0)),
    loca: uint32(...glyphs.map((_, place) => place * glyphs[0]!.length), glyphs.flat().length),
    maxp: [...uint32(0x10000), ...uint16(advances.length, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)],
    name: nameTable(font),
    post: [...uint32(0x30000, 0), ...uint16(-100, 50), ...uint32(0, 0, 0, 0, 0)],
  });
}

/** A rectangle from the baseline to 700, as wide as its advance. */
const box = (advance: number): number[] => [
  ...uint16(1, 0, 0, advance, 700, 3, 0),
  1,
  1,
  1,
  1,
  ...uint16(0, advance, 0, -advance),
  ...uint16(0, 0, 700, 0),
  0,
  0,
];

function os2Table({ weight = 400, italic = false }: TestFont): number[] {
  const start = uint16(4, 500, weight, 5, 0, ...Array(8).fill(0), 50, 300, 0);
  const middle = [...Array(10).fill(0), ...uint32(0, 0, 0, 0), ...ascii('TEST')];
  const end = uint16(italic ? 1 : 64, 0, 0xffff, 800, -200, 0, 800, 200);
  return [...start, ...middle, ...end, ...uint32(0, 0), ...uint16(500, 700, 0, 32, 0)];
}

function headTable({ italic = false }: TestFont): number[] {
  const start = [...uint32(0x10000, 0x10000, 0, 0x5f0f3cf5), ...uint16(0, 1000)];
  return [...start, ...uint32(0, 0, 0, 0), ...uint16(0, 0, 1000, 800, italic ? 2 : 0, 8, 2, 1, 0)];
}

function cmapTable(points: readonly number[]): number[] {
  const groups = points.flatMap((point, place) => uint32(point, point, place + 1));
  const table = [...uint16(12, 0), ...uint32(16 + groups.length, 0, points.length), ...groups];
  return [...uint16(0, 1, 3, 10), ...uint32(12), ...table];
}

function nameTable({ family, style = 'Regular' }: TestFont): number[] {
  const names: [number, string][] = [
    [1, family],
    [2, style],
    [6, `${family}-${style}`.replaceAll(' ', '')],
  ];
  const texts = names.map(([, text]) => ascii(text).flatMap((unit) => uint16(unit)));
  let offset = 0;
  const records = names.flatMap(([id], place) => {
    const record = uint16(3, 1, 0x409, id, texts[place]!.length, offset);
    offset += texts[place]!.length;
    return record;
  });
  return [...uint16(0, names.length, 6 + records.length), ...records, ...texts.flat()];
}

function joined(tables: Readonly<Record<string, readonly number[]>>): Uint8Array {
  const entries = Object.entries(tables).sort(([one], [other]) => (one < other ? -1 : 1));
  const start = 12 + 16 * entries.length;
  let offset = start;
  const header = [...uint32(0x10000), ...uint16(entries.length, 128, 3, 32)];
  const bodies: number[] = [];
  for (const [tag, body] of entries) {
    header.push(...ascii(tag), ...uint32(0, offset, body.length));
    for (const byte of body) bodies.push(byte);
    while (bodies.length % 4 > 0) bodies.push(0);
    offset = start + bodies.length;
  }
  return Uint8Array.from(header.concat(bodies));
}
