import { beginSlice, type TimeSlice } from '../content/yielding.ts';

/** Who sends many requests at once is answered in turns with everybody else. */
export interface StreamTurns {
  /** Begins a request now, or in the turn of its connection where enough was begun since others were looked at. */
  take(connection: object, begin: () => void): void;
}

/** Connections take turns, each with its oldest request, for one slice of time until all else goes on. */
export function streamTurns(newSlice: () => Pick<TimeSlice, 'isOver'> = beginSlice): StreamTurns {
  /** The connection whose turn is next is first. */
  const waiting = new Map<object, (() => void)[]>();
  let slice: Pick<TimeSlice, 'isOver'> | undefined;
  const sliceOfTurn = (): Pick<TimeSlice, 'isOver'> => {
    if (slice === undefined) {
      slice = newSlice();
      setImmediate(nextTurn);
    }
    return slice;
  };
  const nextTurn = (): void => {
    slice = undefined;
    for (const [connection, requests] of waiting) {
      const begin = requests.shift();
      waiting.delete(connection);
      // Behind all others, who come first in what is gone through here.
      if (requests.length > 0) waiting.set(connection, requests);
      const { isOver } = sliceOfTurn();
      begin?.();
      if (isOver()) return;
    }
  };
  return {
    take: (connection, begin) => {
      const requests = waiting.get(connection);
      const isFree = waiting.size === 0 && !sliceOfTurn().isOver();
      if (isFree) begin();
      else if (requests === undefined) waiting.set(connection, [begin]);
      else requests.push(begin);
    },
  };
}
