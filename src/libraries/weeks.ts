const dayMs = 24 * 3_600_000;
/** 1970 began on a Thursday. */
const daysBeforeMonday = 3;

/** The first moment of the week that a time is in: its Monday's, in UTC. Milliseconds since 1970, both. */
export function weekOf(time: number): number {
  const days = Math.floor(time / dayMs) + daysBeforeMonday;
  return (days - (((days % 7) + 7) % 7) - daysBeforeMonday) * dayMs;
}
