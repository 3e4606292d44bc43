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

/** An outline whose areas are made when first read. */
export function createOutline(matrix: Matrix, form: Form, size: Size, areas: () => readonly Path[]): Outline {
  const kept = once(areas);
  return {
    matrix,
    form,
    size,
    get areas() {
      return kept();
    },
  };
}
