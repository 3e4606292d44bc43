import type { operationTable } from '../../src/contract/generated/operation-table.ts';
import type { Operations } from '../../src/contract/generated/types.ts';
import { basePath } from './base-path.ts';
import { csrfToken, forgetCsrfToken } from './csrf-token.ts';
import { ServerRefusal, Unreachable } from './refusals.ts';

type Table = typeof operationTable;
type Id = keyof Table & keyof Operations;
type RouteOf<I extends Id> = `${Uppercase<Table[I]['method']>} ${Table[I]['path']}`;

/** An operation as its method and path, as `GET /workspace/v1/me/tokens`. */
export type Route = { [I in Id]: RouteOf<I> }[Id];
type IdOf<R extends Route> = { [I in Id]: R extends RouteOf<I> ? I : never }[Id];
type Of<R extends Route> = Operations[IdOf<R>];

export type Answer<R extends Route> = Of<R>['answer'];
export interface Given {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}
type Body<R extends Route> = Of<R>['body'] extends undefined ? { body?: undefined } : { body: Of<R>['body'] };
type Path<R extends Route> = keyof Of<R>['path'] extends never
  ? { path?: undefined }
  : { path: Of<R>['path'] };

/**
 * Calls an operation of the server as the person who is signed in.
 * @throws ServerRefusal with the server's sentence
 * @throws Unreachable where no answer comes
 */
export async function call<R extends Route>(
  route: R,
  ...[given]: Of<R>['body'] extends undefined
    ? keyof Of<R>['path'] extends never
      ? [Given?]
      : [Given & Path<R>]
    : [Given & Path<R> & Body<R>]
): Promise<Answer<R>> {
  const [method = 'GET', path = ''] = route.split(' ');
  const { body, ...address } = (given ?? {}) as Given & { body?: unknown };
  const url = addressOf(path, address);
  if (method === 'GET') return (await answerOf(await ask(url, { method }))) as Answer<R>;
  const response = await write(url, method, body);
  return (await answerOf(response)) as Answer<R>;
}

function addressOf(path: string, { path: names = {}, query = {} }: Given): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(names[name] ?? ''));
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${basePath}${filled}${pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`}`;
}

/** Repeated once with a new token: the person may have signed in again in another window. */
async function write(url: string, method: string, body: unknown): Promise<Response> {
  const send = async () => {
    const headers = { 'content-type': 'application/json', 'x-vitrine-csrf': await csrfToken() };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return ask(url, { method, headers, ...sent });
  };
  const before = await csrfToken();
  const response = await send();
  if (response.status !== 403) return response;
  forgetCsrfToken();
  return (await csrfToken()) === before ? response : send();
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
