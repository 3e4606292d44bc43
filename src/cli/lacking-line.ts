import { printable } from './printed-text.ts';

/** That a part of a file could not be had, and why. */
export const lackingLine = (key: string, { part, reason = '' }: { part: string; reason?: string }): string =>
  `  ${key}: ${part} could not be had: ${printable(reason)}\n`;
