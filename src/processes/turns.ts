/** For whom work is done. */
export interface Party {
  readonly organization: string;
  /** Of that organization, or whoever looks at what is its own. */
  readonly caller: string;
}

/**
 * What waits, and whose turn is next: organizations take turns, in each of them its callers, and of a caller what
 * they asked for. So nobody who asks for much at once keeps others waiting.
 */
export interface Turns<T extends { readonly party: Party }> {
  /** Puts something behind all that its caller has waiting. */
  add(item: T): void;
  remove(item: T): void;
  /** Takes out the first in turn that may begin. */
  next(mayBegin: (item: T) => boolean): T | undefined;
  has(item: T): boolean;
  all(): T[];
}

export function turns<T extends { readonly party: Party }>(): Turns<T> {
  /** By organization and caller: whose turn is next stands first. */
  const round = new Map<string, Map<string, Set<T>>>();

  const take = (item: T): void => {
    const { organization, caller } = item.party;
    const callers = round.get(organization);
    const own = callers?.get(caller);
    own?.delete(item);
    if (own?.size === 0) callers?.delete(caller);
    if (callers?.size === 0) round.delete(organization);
  };
  const toTheEnd = ({ organization, caller }: Party): void => {
    const callers = round.get(organization);
    if (callers === undefined) return;
    moveLast(callers, caller);
    moveLast(round, organization);
  };
  return {
    add: (item) => {
      const { organization, caller } = item.party;
      const callers = entry(round, organization, () => new Map<string, Set<T>>());
      entry(callers, caller, () => new Set<T>()).add(item);
    },
    remove: take,
    next: (mayBegin) => {
      for (const callers of round.values())
        for (const own of callers.values())
          for (const item of own) {
            if (!mayBegin(item)) continue;
            take(item);
            toTheEnd(item.party);
            return item;
          }
      return undefined;
    },
    has: (item) => round.get(item.party.organization)?.get(item.party.caller)?.has(item) ?? false,
    all: () => [...round.values()].flatMap((callers) => [...callers.values()].flatMap((own) => [...own])),
  };
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const present = map.get(key) ?? make();
  map.set(key, present);
  return present;
}

function moveLast<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
