import type { Matrix } from '../geometry/matrix.ts';
import type { Path } from '../geometry/path.ts';
import type { Size } from '../geometry/rectangle.ts';
import type { Form, Outline } from './scene.ts';

/** Makes a value when it is first asked for, and keeps it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * What is read of it is made when first read. The accessor belongs to the class: one in a literal is made anew for each
 * object, in memory that only a whole collection frees, and all that it holds lives as long.
 */
class LateOutline implements Outline {
  readonly matrix: Matrix;
  readonly form: Form;
  readonly size: Size;
  readonly #make: () => readonly Path[];
  #areas: readonly Path[] | undefined;

  constructor(matrix: Matrix, form: Form, size: Size, areas: () => readonly Path[]) {
    this.matrix = matrix;
    this.form = form;
    this.size = size;
    this.#make = areas;
  }

  get areas(): readonly Path[] {
    this.#areas ??= this.#make();
    return this.#areas;
  }
}

/** An outline whose areas are made when first read. */
export const createOutline = (
  matrix: Matrix,
  form: Form,
  size: Size,
  areas: () => readonly Path[],
): Outline => new LateOutline(matrix, form, size, areas);
