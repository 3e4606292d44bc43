/** Of longer texts the order of properties counts: reading them takes longer than others should wait. */
const mostCharacters = 1024 * 1024;

/** Whether two JSON texts mean the same: the order of properties is of no meaning. Any nesting is taken. */
export function isSameJson(left: string | undefined, right: string | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  if (Math.max(left.length, right.length) > mostCharacters) return false;
  const waiting: [unknown, unknown][] = [[JSON.parse(left), JSON.parse(right)]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [one, other] = pair;
    if (Object.is(one, other)) continue;
    if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(other, key)) return false;
      waiting.push([one[key], other[key]]);
    }
  }
  return true;
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
