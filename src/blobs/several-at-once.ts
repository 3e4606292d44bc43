/** Does the work for each thing, so many at once; the first failure ends it once those under way have ended. */
export async function severalAtOnce<T>(
  things: Iterable<T>,
  most: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const left = things[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const goOn = async (): Promise<void> => {
    for (let next = left.next(); !next.done && failure === undefined; next = left.next())
      await work(next.value).catch((error) => {
        failure ??= { error };
      });
  };
  await Promise.all(Array.from({ length: most }, goOn));
  if (failure !== undefined) throw failure.error;
}
