import { WrongUsage } from './command.ts';

const unitSeconds: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/**
 * Reads a length of time: seconds, or days, hours, minutes and seconds as `90d` and `1h30m`.
 *
 * @throws WrongUsage naming the option
 */
export function readSeconds(option: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const parts = [...text.matchAll(/(\d+)([dhms])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new WrongUsage(`--${option} takes a time as 90d, 12h, 1h30m or a number of seconds, not: ${text}`);
  }
  return parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (unitSeconds[unit] ?? 0), 0);
}
