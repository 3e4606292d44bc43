import { isPacked, unpackFont, unpackPlainFont } from './font-bytes.ts';
import { type FontFace, isBroken, openFace } from './font-face.ts';
import type { FontFile } from './font-file.ts';
import type { FontDescription } from './font-match.ts';

/** `packed`: it can be opened once what waits has been unpacked. `broken`: it never can. */
export type Opened = FontFace | 'packed' | 'broken';

/** A face of the registry, opened when it is first asked for. */
export interface FontEntry extends FontDescription {
  mayHave: (codePoint: number) => boolean;
  open: () => Opened;
}

export type Unpacking = () => Promise<void>;

/** The entry of a file; one in WOFF2 puts its unpacking among those that are waiting when it is asked for. */
export function entryOf(file: FontFile, waiting: Set<Unpacking>): FontEntry {
  let opened: Opened | undefined;
  let unpacking: Promise<void> | undefined;
  const unpack: Unpacking = () => {
    unpacking ??= unpackFont(file.read())
      .then((sfnt) => openKnown(file, sfnt))
      .catch(() => 'broken' as const)
      .then((outcome) => {
        opened = outcome;
      });
    return unpacking;
  };
  const open = (): Opened => {
    opened ??= openPlain(file);
    if (opened === 'packed') waiting.add(unpack);
    return typeof opened === 'object' && isBroken(opened) ? 'broken' : opened;
  };
  return { ...file, mayHave: file.mayHave ?? (() => true), open };
}

/** Whatever is wrong with a font, another is used. */
function openPlain(file: FontFile): Opened {
  try {
    const bytes = file.read();
    if (isPacked(bytes)) return 'packed';
    return openKnown(file, unpackPlainFont(bytes));
  } catch {
    return 'broken';
  }
}

function openKnown(file: FontFile, sfnt: Uint8Array): FontFace {
  const face = openFace(sfnt, file.place);
  const { family, style, postScriptName, weight, italic } = file;
  const metrics = { ...face.metrics, ...file.metrics };
  return { ...face, family, style, postScriptName, weight, italic, metrics };
}

/** The entry of a face that is open already. */
export function openEntry(face: FontFace): FontEntry {
  const { wght } = face.axes;
  return {
    ...face,
    ...(wght && { weights: { min: wght.min, max: wght.max } }),
    mayHave: face.has,
    open: () => (isBroken(face) ? 'broken' : face),
  };
}
