import { unfit } from './markup.ts';

/** A value as JSON in which nothing is unseen or turns the direction of writing: such characters are escaped. */
export const visibleJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(unfit, escapedUnits);

const escapedUnits = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
