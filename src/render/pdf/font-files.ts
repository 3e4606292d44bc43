import { type FontKey, GlobalFonts } from '@napi-rs/canvas';
import type { FontFace } from '../text/font-face.ts';

/** Tables that a font must have or may have to be drawn and embedded. */
const tables = [
  'CFF ',
  'OS/2',
  'cmap',
  'cvt ',
  'fpgm',
  'glyf',
  'head',
  'hhea',
  'hmtx',
  'loca',
  'maxp',
  'name',
  'post',
  'prep',
];

const entrySize = 16;
const padded = (length: number): number => (length + 3) & ~3;

/** A font file of the tables of a face, without those that shape text: it is drawn as it was laid out. */
function fontFileOf({ font }: FontFace): Buffer {
  const found = tables.flatMap((tag) => {
    const table = font.face.referenceTable(tag);
    return table === undefined ? [] : [{ tag, table }];
  });
  const start = 12 + entrySize * found.length;
  const file = Buffer.alloc(start + found.reduce((sum, { table }) => sum + padded(table.length), 0));
  file.writeUInt32BE(found[0]?.tag === 'CFF ' ? 0x4f54544f : 0x00010000, 0);
  file.writeUInt16BE(found.length, 4);
  let at = start;
  for (const [index, { tag, table }] of found.entries()) {
    const entry = 12 + entrySize * index;
    file.write(tag, entry, 'latin1');
    file.writeUInt32BE(at, entry + 8);
    file.writeUInt32BE(table.length, entry + 12);
    file.set(table, at);
    at += padded(table.length);
  }
  return file;
}

/** Faces known to the library while a document is written. */
export interface FontFiles {
  /** The family by which the library finds a face; undefined where it can't use it. */
  readonly familyOf: (face: FontFace) => string | undefined;
  readonly close: () => void;
}

/** Whether a face's outlines can be embedded as they are: those of variable fonts would be the default ones. */
const canEmbed = ({ axes, color }: FontFace): boolean => Object.keys(axes).length === 0 && !color;

export function openFontFiles(): FontFiles {
  const keys: FontKey[] = [];
  const families = new Map<number, string | undefined>();
  const register = (face: FontFace): string | undefined => {
    const family = `vitrine-${face.key}`;
    const key = canEmbed(face) ? GlobalFonts.register(fontFileOf(face), family) : null;
    if (key === null) return undefined;
    keys.push(key);
    return family;
  };
  return {
    familyOf: (face) => {
      if (!families.has(face.key)) families.set(face.key, register(face));
      return families.get(face.key);
    },
    close: () => {
      GlobalFonts.removeBatch(keys);
    },
  };
}
