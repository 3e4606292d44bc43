/** Steps that say nothing, among those of work that says something by what it yields. */
export function* inVoid<T>(steps: Generator<void, T>): Generator<undefined, T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield;
  }
}
