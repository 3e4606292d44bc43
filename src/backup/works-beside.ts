/** Works that go on beside whoever begins them, so many at once. */
export interface WorksBeside {
  /** Begins a work once there is room for it. @throws what an earlier one failed with */
  begin(work: () => Promise<void>): Promise<void>;
  /** Resolves once all have ended. @throws the same */
  end(): Promise<void>;
}

export function worksBeside(most: number): WorksBeside {
  const underWay = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure.error;
  };
  return {
    begin: async (work) => {
      while (underWay.size >= most) await Promise.race(underWay);
      throwFailure();
      const one = work()
        .catch((error) => {
          failure ??= { error };
        })
        .finally(() => underWay.delete(one));
      underWay.add(one);
    },
    end: async () => {
      await Promise.all(underWay);
      throwFailure();
    },
  };
}
