import { setImmediate as nextTurn } from 'node:timers/promises';

const turnMs = 4;

/** A turn of long work: once it is over, others' work goes before the rest. */
export interface Turn {
  isOver(): boolean;
  /** Ends it and begins the next one. */
  next(): Promise<void>;
}

export function beginTurn(): Turn {
  let beganMs = performance.now();
  return {
    isOver: () => performance.now() - beganMs >= turnMs,
    next: async () => {
      await nextTurn();
      beganMs = performance.now();
    },
  };
}

/** Runs long work in steps, with others' work in between. */
export async function patiently<T>(steps: Generator<unknown, T>): Promise<T> {
  const turn = beginTurn();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (turn.isOver()) await turn.next();
  }
}

/** What is made of each item, in their order, with others' work in between. */
export async function eachInTurns<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item, place: number) => Made,
): Promise<Made[]> {
  const turn = beginTurn();
  const made: Made[] = [];
  for (const item of items) {
    if (turn.isOver()) await turn.next();
    made.push(make(item, made.length));
  }
  return made;
}
