import { answeredOrLate } from './asked-together.ts';

/** Finds what has these names; what is not there is left out. */
export type FindAll<Found> = (names: readonly string[]) => Promise<ReadonlyMap<string, Found>>;

/** Finds many things by few questions: what is wanted while one is under way is asked for by the next one, together. */
export function askedInOne<Found>(find: FindAll<Found>): (name: string) => Promise<Found | undefined> {
  let waiting = new Map<string, PromiseWithResolvers<Found | undefined>>();
  let isAsking = false;

  const ask = async (asked: typeof waiting): Promise<void> => {
    try {
      const found = await find([...asked.keys()]);
      for (const [name, { resolve }] of asked) resolve(found.get(name));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  };
  const askAll = async (): Promise<void> => {
    isAsking = true;
    while (waiting.size > 0) {
      const asked = waiting;
      waiting = new Map();
      await answeredOrLate(ask(asked));
    }
    isAsking = false;
  };
  return (name) => {
    const wanted = waiting.get(name) ?? Promise.withResolvers<Found | undefined>();
    waiting.set(name, wanted);
    if (!isAsking) void askAll();
    return wanted.promise;
  };
}
