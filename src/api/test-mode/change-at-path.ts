type Members = Record<string, unknown>;

/**
 * A copy of `value` in which `change` has passed over everything at `path`. The step `*` means every item of an
 * array. What lies beside the path is shared with the original, whatever its size; a missing last member is
 * undefined to `change` and stays missing where that answers undefined.
 */
export function changeAt<T>(value: T, path: string, change: (found: unknown) => unknown): T {
  return changed(value, path.split('.'), change) as T;
}

function changed(value: unknown, path: readonly string[], change: (found: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => changed(item, rest, change)) : value;
  if (!isObject(value)) return value;
  const found = Object.hasOwn(value, step) ? value[step] : undefined;
  if (found === undefined && rest.length > 0) return value;
  const next = changed(found, rest, change);
  return next === found ? value : { ...value, [step]: next };
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
