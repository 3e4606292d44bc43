/** How long connections and streams may stand still. */
export interface Patience {
  /** Where an answer waits for its reader. */
  readonly unreadMs: number;
  /** In the middle of a request, or while its answer is being made. */
  readonly stalledMs: number;
  /** How long a body may take to arrive, however it moves. */
  readonly bodyMs: number;
}

/** Something that tells when it has not moved for a time; only once, until it is asked again. */
interface Watched {
  setTimeout(ms: number): unknown;
}

/** What stands still is looked at this often. */
export const lookMsOf = ({ unreadMs, stalledMs }: Patience): number => Math.min(unreadMs, stalledMs);

/**
 * Hears of what has stood still for `lookMsOf`, and answers whether it has done so for too long. Where it has not, it is
 * told again.
 */
export function standstill<Place extends Watched>(
  patience: Patience,
  isUnread: (place: Place) => boolean,
): (place: Place) => boolean {
  const lookMs = lookMsOf(patience);
  const begun = new WeakMap<Place, { since: number; lookedAt: number }>();
  return (place) => {
    const now = performance.now();
    const before = begun.get(place);
    // What has moved in between is heard of later.
    const isStill = before !== undefined && now - before.lookedAt < 1.5 * lookMs;
    const since = isStill ? before.since : now - lookMs;
    begun.set(place, { since, lookedAt: now });
    const stillMs = Math.ceil(now - since);
    if (stillMs >= (isUnread(place) ? patience.unreadMs : patience.stalledMs)) return true;
    place.setTimeout(lookMs);
    return false;
  };
}
