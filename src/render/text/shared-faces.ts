import { hash } from 'node:crypto';
import { Blob, Face } from 'harfbuzzjs';

/**
 * What the shaping library holds of fonts, by their content. It lies in memory that the collector of garbage does not
 * count, and goes once nobody holds a face of it: however often a font is opened, it is there once.
 */
const blobs = heldByContent<Blob>();
const faces = heldByContent<Face>();
/** A blob stays as long as one of its faces, so that the next face shares it. */
const blobOf = new WeakMap<Face, Blob>();

/** The face of unpacked font bytes: the same one as long as somebody holds it. */
export function sharedFace(sfnt: Uint8Array, place: number): Face {
  const content = hash('sha256', sfnt);
  return faces(`${content} ${place}`, () => {
    const blob = blobs(content, () => new Blob(sfnt));
    const face = new Face(blob, place);
    blobOf.set(face, blob);
    return face;
  });
}

function heldByContent<Thing extends object>(): (content: string, make: () => Thing) => Thing {
  const held = new Map<string, WeakRef<Thing>>();
  const left = new FinalizationRegistry<string>((content) => {
    if (held.get(content)?.deref() === undefined) held.delete(content);
  });
  return (content, make) => {
    const known = held.get(content)?.deref();
    if (known !== undefined) return known;
    const made = make();
    held.set(content, new WeakRef(made));
    left.register(made, content);
    return made;
  };
}
