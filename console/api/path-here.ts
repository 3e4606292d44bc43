/** The server's own addresses name its public host; the person may be here by another. */
export function pathHere(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
