import { isDeepStrictEqual } from 'node:util';
import { type ChosenModes, resolveValue } from '../resolve-value.ts';
import type { VariablesState } from '../state.ts';
import type { FollowedValue, FollowedValues } from './followed-value.ts';

/** What changes between two states, looked up once for each variable under each choice of modes. */
export function valuesUnderModes(
  before: VariablesState,
  after: VariablesState,
  affected: ReadonlySet<string>,
): (modes: ChosenModes) => FollowedValues {
  const look = (id: string, modes: ChosenModes): FollowedValue | undefined => {
    const value = resolveValue(after, id, modes);
    const earlier = resolveValue(before, id, modes);
    return value === undefined || isDeepStrictEqual(value, earlier) ? undefined : { value, before: earlier };
  };
  const known = new Map<ChosenModes, FollowedValues>();
  return (modes) => {
    const values = known.get(modes) ?? remembered((id) => (affected.has(id) ? look(id, modes) : undefined));
    known.set(modes, values);
    return values;
  };
}

function remembered(look: FollowedValues): FollowedValues {
  const known = new Map<string, FollowedValue | undefined>();
  return (id) => {
    if (!known.has(id)) known.set(id, look(id));
    return known.get(id);
  };
}
