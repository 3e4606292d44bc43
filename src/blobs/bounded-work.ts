/** Does work that takes so much of something, once there is enough left of it. */
export type BoundedWork = <T>(amount: number, work: () => Promise<T>) => Promise<T>;

/** Bounds what pieces of work take together; they begin in the order in which they came. */
export function boundedWork(most: number): BoundedWork {
  let left = most;
  const waiting: { readonly amount: number; readonly begin: () => void }[] = [];
  const beginNext = (): void => {
    for (let next = waiting[0]; next !== undefined && next.amount <= left; next = waiting[0]) {
      waiting.shift();
      left -= next.amount;
      next.begin();
    }
  };
  return async (wanted, work) => {
    const amount = Math.min(wanted, most);
    await new Promise<void>((begin) => {
      waiting.push({ amount, begin });
      beginNext();
    });
    try {
      return await work();
    } finally {
      left += amount;
      beginNext();
    }
  };
}
