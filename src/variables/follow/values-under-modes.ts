import { isDeepStrictEqual } from 'node:util';
import { type ChosenModes, valueResolver } from '../resolve-value.ts';
import type { VariablesState } from '../state.ts';
import type { FollowedValue, FollowedValues } from './followed-value.ts';

/** What changes between two states, looked up once for each variable under each choice of modes. */
export function valuesUnderModes(
  before: VariablesState,
  after: VariablesState,
  affected: ReadonlySet<string>,
): (modes: ChosenModes) => FollowedValues {
  const lookUnder = (modes: ChosenModes): FollowedValues => {
    const [now, then] = [valueResolver(after, modes), valueResolver(before, modes)];
    return (id) => {
      if (!affected.has(id)) return undefined;
      const [value, earlier] = [now(id), then(id)];
      return value === undefined || isDeepStrictEqual(value, earlier)
        ? undefined
        : { value, before: earlier };
    };
  };
  const known = new Map<ChosenModes, FollowedValues>();
  return (modes) => {
    const values = known.get(modes) ?? remembered(lookUnder(modes));
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
