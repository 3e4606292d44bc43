import { readdirSync, readFileSync } from 'node:fs';

/** The threads of this process, by the system's ids; Linux alone tells them. */
export const threadIds = (): Set<string> => new Set(readdirSync('/proc/self/task'));

/** How far back the threads of this process stand that came since. */
export const prioritiesBeside = (known: ReadonlySet<string>): number[] =>
  [...threadIds()]
    .filter((id) => !known.has(id))
    .map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8').replace(/^.*\) /s, ''))
    .map((told) => Number(told.split(' ')[16]));
