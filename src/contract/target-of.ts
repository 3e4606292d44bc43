/** Path and query of a call, encoded, as `/v1/files/abc?depth=1`; what is undefined is left out. */
export function targetOf(
  route: string,
  sent: {
    readonly path?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, unknown>>;
  },
): string {
  const { path: names = {}, query = {} } = sent;
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replaceAll(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(names[name] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]));
  return pairs.length === 0 ? path : `${path}?${search}`;
}
