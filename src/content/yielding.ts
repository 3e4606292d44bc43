import { isBehindOthers } from '../processes/behind-others.ts';

const sliceMs = 4;
/** Of work that nobody waits for. */
const sliceBehindMs = 1;

/** A slice of long work: once it is over, the work yields to what others ask for. */
export interface TimeSlice {
  isOver(): boolean;
  /** Ends it and begins the next one. */
  next(): Promise<void>;
}

export function beginSlice(): TimeSlice {
  const lastsMs = isBehindOthers() ? sliceBehindMs : sliceMs;
  let beganMs = performance.now();
  return {
    isOver: () => performance.now() - beganMs >= lastsMs,
    next: async () => {
      await nextTurn();
      beganMs = performance.now();
    },
  };
}

/** Works that wait to go on. */
const waiting: (() => void)[] = [];

/** Goes on in a turn of the process that no other work has: many works at once hold up others no more than one. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letNext);
  });
}

function letNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letNext);
}

/** Runs long work in steps, and yields between them, as long as it is wanted. */
export async function runYielding<T>(steps: Generator<unknown, T>, wanted?: AbortSignal): Promise<T> {
  return inSlices(steps, beginSlice(), wanted);
}

/** The same in slices that other work has begun. */
export async function inSlices<T>(
  steps: Generator<unknown, T>,
  slice: TimeSlice,
  wanted?: AbortSignal,
): Promise<T> {
  for (;;) {
    wanted?.throwIfAborted();
    const last = stepsOfSlice(steps, slice);
    if (last !== undefined) return last.value;
    await slice.next();
  }
}

/** Takes steps until a slice is over; what they come to, or nothing while there are more. */
export function stepsOfSlice<T>(
  steps: Generator<unknown, T>,
  slice: Pick<TimeSlice, 'isOver'>,
): IteratorReturnResult<T> | undefined {
  for (;;) {
    const step = steps.next();
    if (step.done) return step;
    if (slice.isOver()) return undefined;
  }
}

/** What is made of each item, in their order; yields in between. */
export async function mapYielding<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item, place: number) => Made,
): Promise<Made[]> {
  const slice = beginSlice();
  const made: Made[] = [];
  for (const item of items) {
    if (slice.isOver()) await slice.next();
    made.push(make(item, made.length));
  }
  return made;
}
