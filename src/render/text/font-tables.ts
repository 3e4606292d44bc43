import type { Face } from 'harfbuzzjs';

/** What a font says about itself. */
export interface FontNames {
  family: string;
  style: string;
  postScriptName: string;
  weight: number;
  italic: boolean;
}

/** Lengths in font units, y upwards. Tops of the two lines are given, not their middles. */
export interface FontMetrics {
  unitsPerEm: number;
  ascent: number;
  /** Below the baseline, positive. */
  descent: number;
  lineGap: number;
  xHeight: number;
  capHeight: number;
  underlineTop: number;
  underlineThickness: number;
  strikeTop: number;
  strikeThickness: number;
}

type Reader = (table: string, offset: number, signed?: boolean) => number | undefined;

/** Reads 16-bit fields; a table that is absent or too short gives nothing. */
function readerOf(face: Face): Reader {
  const tables = new Map<string, DataView>();
  for (const table of ['OS/2', 'post', 'head', 'hhea']) {
    const bytes = face.referenceTable(table);
    if (bytes) tables.set(table, new DataView(bytes.slice().buffer));
  }
  return (table, offset, signed = true) => {
    const view = tables.get(table);
    if (!view || offset + 2 > view.byteLength) return undefined;
    return signed ? view.getInt16(offset) : view.getUint16(offset);
  };
}

const firstName = (face: Face, ids: readonly number[]): string => {
  for (const id of ids) {
    const name = face.getName(id, 'en').trim();
    if (name !== '') return name;
  }
  return '';
};

/** Reads family, style, weight and slant; the typographic names go before the ones of four styles. */
export function readNames(face: Face): FontNames {
  const read = readerOf(face);
  const style = firstName(face, [17, 2]) || 'Regular';
  const selection = read('OS/2', 62, false) ?? 0;
  const macStyle = read('head', 44, false) ?? 0;
  const bold = (selection & 0x20) !== 0 || (macStyle & 1) !== 0;
  const weight = read('OS/2', 4, false) ?? 0;
  return {
    family: firstName(face, [16, 1]),
    style,
    postScriptName: firstName(face, [6]),
    weight: weight >= 1 && weight <= 1000 ? weight : bold ? 700 : 400,
    italic: (selection & 0x201) !== 0 || (macStyle & 2) !== 0 || /italic|oblique/i.test(style),
  };
}

/** Reads the vertical metrics; what a font leaves out is set to usual shares of the em. */
export function readMetrics(face: Face, extents: { ascender: number; descender: number; lineGap: number }) {
  const read = readerOf(face);
  const em = face.upem;
  const version = read('OS/2', 0, false) ?? 0;
  const plain = extents.ascender !== 0 || extents.descender !== 0;
  const metrics: FontMetrics = {
    unitsPerEm: em,
    ascent: plain ? extents.ascender : em * 0.8,
    descent: plain ? -extents.descender : em * 0.2,
    lineGap: extents.lineGap,
    xHeight: (version >= 2 && read('OS/2', 86)) || em * 0.5,
    capHeight: (version >= 2 && read('OS/2', 88)) || em * 0.7,
    underlineTop: read('post', 8) || -em * 0.1,
    underlineThickness: read('post', 10) || em * 0.05,
    strikeTop: read('OS/2', 28) || em * 0.3,
    strikeThickness: read('OS/2', 26) || em * 0.05,
  };
  return metrics;
}
