import type { Mirror } from './status-text.ts';

/** From one call to the next. */
const longestPauseMs = 3_600_000;
/** While nothing more of it comes. */
const longestRestMs = 3_600_000;
const longestMs = 24 * 3_600_000;

/** Whether what the limits of the other server hold up of a mirror is waited for, asked again and again as time passes. */
export function patienceFrom(start: number): (mirror: Mirror, now: number) => boolean {
  let last = { words: '', at: start };
  return (mirror, now) => {
    const words = cameOf(mirror);
    if (words !== last.words) last = { words, at: now };
    const pauseMs = mirror.waits_until === undefined ? 0 : Date.parse(mirror.waits_until) - now;
    return pauseMs <= longestPauseMs && now - last.at <= longestRestMs && now - start <= longestMs;
  };
}

/** What of it is here and was looked at to the end; calls that are refused change nothing of that. */
const cameOf = ({ counts, files }: Mirror): string =>
  JSON.stringify([
    Object.entries(counts),
    files.filter(({ reason }) => reason === undefined).map(({ key, checked_at }) => [key, checked_at]),
  ]);
