import type { Answer, Given, Route } from '../../src/contract/calls.ts';
import { addressOf, type InAddress } from './address-of.ts';
import { csrfToken, forgetCsrfToken } from './csrf-token.ts';
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
  return isOpenRead ? ask(url, { method }) : write(url, method, body);
}

/** Calls of the interface, and those of test mode, carry the session's token, reads too. */
const isOfInterface = (path: string): boolean => /^\/(v\d|test)\//.test(path);

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
  const retryAfter = response.headers.get('retry-after');
  throw new ServerRefusal(response.status, answer?.message ?? answer?.err, answer, retryAfter);
}
