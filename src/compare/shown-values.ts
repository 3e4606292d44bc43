/** An answer shows no values behind those that bring it over this many characters. */
export const longestShown = 4 * 1024 * 1024;

/** Of a value as JSON, in characters or bytes; what is longer is left out. */
const longestValue = 256 * 1024;

/** Whether a value, as JSON or by its size in bytes, is told without being shown. */
export const isTooLong = (value: string | number | undefined = 0): boolean =>
  (typeof value === 'string' ? value.length : value) > longestValue;

/** Further members of an object, each value as JSON: `,"before":1,"after":2`; one that is absent has none. */
export const membersText = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `,"${name}":${value}`)
    .join('');
