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
    // A copy: what the shaper hands out lies in its own memory, which moves when it grows.
    return table === undefined ? [] : [{ tag, table: Buffer.from(table) }];
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

/** Whether a face's outlines can be embedded as they are: those of variable fonts would be the default ones. */
const canEmbed = ({ axes, color }: FontFace): boolean => Object.keys(axes).length === 0 && !color;

/** A face known to the library, by the family under which it finds it. */
interface KnownFace {
  readonly family: string;
  readonly key: FontKey;
}

/** By the face's key; null for a face that the library can't use. Least recently made known first. */
const known = new Map<number, KnownFace | null>();
/** As many faces as a document needs at the most, and few enough to be kept for the next. */
const mostKnown = 100;

/** The family by which the library finds a face from now on; undefined where it can't use it. */
export function familyOf(face: FontFace): string | undefined {
  if (!known.has(face.key)) {
    if (known.size >= mostKnown) forgetAll();
    known.set(face.key, makeKnown(face));
  }
  return known.get(face.key)?.family;
}

function makeKnown(face: FontFace): KnownFace | null {
  const family = `vitrine-${face.key}`;
  const key = canEmbed(face) ? GlobalFonts.register(fontFileOf(face), family) : null;
  return key === null ? null : { family, key };
}

function forgetAll(): void {
  GlobalFonts.removeBatch([...known.values()].flatMap((face) => (face === null ? [] : [face.key])));
  known.clear();
}
