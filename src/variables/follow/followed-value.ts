import type { ResolvedValue } from '../resolve-value.ts';
import type { Color } from '../values.ts';

/** The value that a variable resolves to for a node, where that has changed. */
export interface FollowedValue {
  readonly value: ResolvedValue;
  readonly before: ResolvedValue | undefined;
}

/** Undefined for a variable whose value is the same as before, or unknown. */
export type FollowedValues = (variableId: string) => FollowedValue | undefined;

export const numberIn = ({ value }: FollowedValue, least = Number.NEGATIVE_INFINITY): number | undefined =>
  typeof value === 'number' ? Math.max(least, value) : undefined;

export const colorIn = (value: ResolvedValue | undefined): Color | undefined =>
  typeof value === 'object' ? value : undefined;
