import type { Answer, Given, Route } from '../../src/contract/calls.ts';
import { addressOf, type InAddress } from './address-of.ts';
import { asPerson, mayLackSession } from './as-person.ts';
import { ServerRefusal, Unreachable } from './refusals.ts';

export type { Answer, Given, Route };

/**
 * Calls an operation of the server as the person who is signed in.
 * @throws ServerRefusal with the server's sentence
 * @throws Unreachable where no answer comes
 */
export async function call<R extends Route>(
  route: R,
  ...[given]: object extends Given<R> ? [Given<R>?] : [Given<R>]
): Promise<Answer<R>> {
  return (await answerOf(await responseTo(route, given))) as Answer<R>;
}

/**
 * Calls an operation that answers a picture.
 * @throws ServerRefusal, Unreachable
 */
export async function callForBytes<R extends Route>(route: R, given: Given<R>): Promise<Blob> {
  const response = await responseTo(route, given);
  if (!response.ok) await answerOf(response);
  return response.blob();
}

async function responseTo<R extends Route>(route: R, given: Given<R> | undefined): Promise<Response> {
  const [method = 'GET', path = ''] = route.split(' ');
  const { body, ...sent }: { readonly body?: unknown } = given ?? {};
  const url = addressOf<R>(route, ...([sent] as [InAddress<R>]));
  const isOpenRead = method === 'GET' && !isOfInterface(path);
  return asPerson({
    isOpenRead,
    send: (token) => ask(url, isOpenRead ? { method } : { method, ...written(token, body) }),
    // Who signs out has no use for another session.
    isRefused: ({ status }) => route !== 'DELETE /workspace/v1/session' && mayLackSession(status, path),
  });
}

/** Calls of the interface, and those of test mode, carry the session's token, reads too. */
const isOfInterface = (path: string): boolean => /^\/(v\d|test)\//.test(path);

function written(token: string, body: unknown): RequestInit {
  const headers = { 'x-vitrine-csrf': token };
  if (body === undefined) return { headers };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
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
  const retryAfter = response.headers.get('retry-after');
  throw new ServerRefusal(response.status, answer?.message ?? answer?.err, answer, retryAfter);
}
