/**
 * The items of a comma-separated list, without spaces around them and without empty ones.
 * @see FILE-18
 */
export function listOf(text: string | undefined): string[] {
  if (text === undefined) return [];
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
