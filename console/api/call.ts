import type { Answer, Given, Route } from '../../src/contract/calls.ts';
import { basePath } from './base-path.ts';
import { csrfToken, forgetCsrfToken } from './csrf-token.ts';
import { ServerRefusal, Unreachable } from './refusals.ts';

export type { Answer, Given, Route };

interface Sent {
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/**
 * Calls an operation of the server as the person who is signed in.
 * @throws ServerRefusal with the server's sentence
 * @throws Unreachable where no answer comes
 */
export async function call<R extends Route>(
  route: R,
  ...[given]: object extends Given<R> ? [Given<R>?] : [Given<R>]
): Promise<Answer<R>> {
  const [method = 'GET', path = ''] = route.split(' ');
  const sent: Sent = given ?? {};
  const url = addressOf(path, sent);
  const isOpenRead = method === 'GET' && !isOfInterface(path);
  const response = await (isOpenRead ? ask(url, { method }) : write(url, method, sent.body));
  return (await answerOf(response)) as Answer<R>;
}

/** Calls of the interface carry the session's token, reads too. */
const isOfInterface = (path: string): boolean => /^\/v\d\//.test(path);

function addressOf(path: string, { path: names = {}, query = {} }: Sent): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(names[name] ?? ''));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  return `${basePath}${filled}${pairs.length === 0 ? '' : `?${search}`}`;
}

/** Repeated once with a new token: the person may have signed in again in another window. */
async function write(url: string, method: string, body: unknown): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const send = (token: string) =>
    ask(url, { method, headers: { ...type, 'x-vitrine-csrf': token }, ...sent });
  const token = await csrfToken();
  const response = await send(token);
  if (response.status !== 403) return response;
  forgetCsrfToken();
  const another = await csrfToken();
  return another === token || another === '' ? response : send(another);
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, headers: { accept: 'application/json', ...init.headers } });
  } catch (cause) {
    throw new Unreachable(cause);
  }
}

async function answerOf(response: Response): Promise<unknown> {
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  throw new ServerRefusal(response.status, answer?.message ?? answer?.err);
}
