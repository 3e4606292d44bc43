/** The parameters behind the first `?` of a request target; a later one belongs to a value. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
}
