import type { ResolvedValue } from '../resolve-value.ts';
import type { Color } from '../values.ts';

/** What a variable is worth for a node, where that has changed. */
export interface FollowedValue {
  readonly value: ResolvedValue;
  readonly before: ResolvedValue | undefined;
}

/** Undefined for a variable that is worth what it was worth, or nothing. */
export type FollowedValues = (variableId: string) => FollowedValue | undefined;

export const numberIn = ({ value }: FollowedValue, least = Number.NEGATIVE_INFINITY): number | undefined =>
  typeof value === 'number' ? Math.max(least, value) : undefined;

export const colorIn = (value: ResolvedValue | undefined): Color | undefined =>
  typeof value === 'object' ? value : undefined;
