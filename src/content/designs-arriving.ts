/** Designs that come in now; what can wait lets them go first. */
let arriving = 0;

/** One that comes slowly holds nothing up for longer. */
const longestMs = 5_000;

/** Whether a design is on its way in. */
export const isArriving = (): boolean => arriving > 0;

/** Counts a design as on its way until the answered function is called, or it took too long. */
export function arrive(): () => void {
  arriving++;
  let isThere = true;
  const end = (): void => {
    clearTimeout(timer);
    if (isThere) arriving--;
    isThere = false;
  };
  const timer = setTimeout(end, longestMs).unref();
  return end;
}
