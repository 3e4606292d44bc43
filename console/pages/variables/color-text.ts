import type { Color } from '../../../src/variables/values.ts';

const channels = (text: string): number[] =>
  (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255);

/** A colour of three, four, six or eight hexadecimal digits, with or without `#`; undefined where it is none. */
export function colorIn(text: string): Color | undefined {
  const digits = text.trim().replace(/^#/, '');
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(digits)) return undefined;
  const whole = digits.length > 4 ? digits : digits.replaceAll(/./g, '$&$&');
  const [r = 0, g = 0, b = 0, a = 1] = channels(whole);
  return { r, g, b, a };
}

/** `#rrggbb`, with two more digits where it is not opaque. */
export function colorText({ r, g, b, a = 1 }: Omit<Color, 'a'> & Partial<Color>): string {
  const parts = a >= 1 ? [r, g, b] : [r, g, b, a];
  const digits = parts.map((share) =>
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}
