import type { Given, Route } from '../../src/contract/calls.ts';
import { basePath } from './base-path.ts';

interface Sent {
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** What fills in the address of an operation; nothing where nothing has to be said. */
export type InAddress<R extends Route> = Omit<Given<R>, 'body'>;

/** Where an operation answers, below the server's name. */
export function addressOf<R extends Route>(
  route: R,
  ...[given]: object extends InAddress<R> ? [InAddress<R>?] : [InAddress<R>]
): string {
  const { path: names = {}, query = {} }: Sent = given ?? {};
  const path = route.slice(route.indexOf(' ') + 1);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(names[name] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  return `${basePath}${filled}${pairs.length === 0 ? '' : `?${search}`}`;
}
