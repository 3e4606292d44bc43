import { identity, type Matrix, multiply, translation } from '../render/geometry/matrix.ts';
import { type JsonRecord, pointOf } from '../render/scene/json-values.ts';
import { readTransform } from '../render/scene/placement.ts';

/** What says where something lies. */
interface Lying {
  readonly type: string;
  readonly own: JsonRecord;
  readonly parent: Lying | undefined;
}

/**
 * Matrices of the nodes that others lie in, as long as none of these comes to lie elsewhere: whoever places thousands
 * of nodes in the depth of a document does not reckon from its root for each.
 */
export class KnownMatrices {
  readonly #known = new Map<Lying, Matrix>();

  /** From a node's own coordinates to those of the canvas. No recursion: a document may be nested as deep as it likes. */
  of(node: Lying): Matrix {
    const within: { readonly at: Lying; readonly transform: Matrix | undefined }[] = [];
    let matrix = identity;
    for (let at: Lying | undefined = node; at !== undefined; at = at.parent) {
      const known = this.#known.get(at) ?? matrixOfItself(at);
      if (known !== undefined) {
        matrix = known;
        if (at !== node) this.#known.set(at, known);
        break;
      }
      within.push({ at, transform: readTransform(at.own.relativeTransform) });
    }
    for (const { at, transform } of within.reverse()) {
      if (transform !== undefined) matrix = multiply(matrix, transform);
      if (at !== node) this.#known.set(at, matrix);
    }
    return matrix;
  }

  /** Forgets all where something that others lie in stands elsewhere. */
  forget(node: Lying): void {
    if (this.#known.has(node)) this.#known.clear();
  }

  /** The same where it says otherwise than before where it lies. */
  forgetIfMoved(node: Lying, before: JsonRecord): void {
    if (this.#known.has(node) && liesElsewhere(before, node.own)) this.#known.clear();
  }
}

/** Of what says where it lies without what is above it. */
function matrixOfItself({ type, own, parent }: Lying): Matrix | undefined {
  if (parent === undefined || type === 'CANVAS') return identity;
  if (readTransform(own.relativeTransform) !== undefined) return undefined;
  const box = pointOf(own.absoluteBoundingBox);
  return box === undefined ? undefined : translation(box.x, box.y);
}

const liesElsewhere = (before: JsonRecord, after: JsonRecord): boolean =>
  (['type', 'relativeTransform', 'absoluteBoundingBox'] as const).some(
    (key) =>
      before[key] !== after[key] &&
      (key !== 'absoluteBoundingBox' || readTransform(after.relativeTransform) === undefined),
  );
