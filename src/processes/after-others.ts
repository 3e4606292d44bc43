/** Does work once all work on the same thing that came before it has ended, well or not. */
export type AfterOthers<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>;

export function afterOthersOfEach<Key>(): AfterOthers<Key> {
  const last = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
