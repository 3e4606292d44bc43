/** What a browser sends under a name; undefined without such a cookie, and where there are two. */
export function cookieValue(cookies: string | undefined, name: string): string | undefined {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([given]) => given === name)
    .map(([, value = '']) => value);
  return values.length === 1 ? values[0] : undefined;
}
