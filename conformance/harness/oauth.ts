import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Browser, openBrowser } from './browser.ts';
import { type CastOptions, cast } from './cast.ts';
import { type Answer, type Call, clientOf, type Target } from './client.ts';
import { createWorld, type World } from './world.ts';

/** What all people of these worlds sign in with. */
export const password = 'correct horse battery staple';
export const secret = 'app-secret';
export const callback = 'https://app.example/callback';
export const appScopes = ['current_user:read', 'file_content:read', 'file_metadata:read'];

type Person = 'alice' | 'bob' | 'carla' | 'dan' | 'erin';
type Fields = Readonly<Record<string, string>>;

/** A private app of the organization, made by Bob; `more` goes over it. */
export const app = (name: string, more: object = {}): object => ({
  client_id: name,
  client_secret: secret,
  name,
  organization: '900',
  creator: '12',
  redirect_urls: [callback],
  scopes: appScopes,
  visibility: 'private',
  state: 'private',
  ...more,
});

/** A world in which people can sign in, with apps. */
export interface OauthWorld {
  readonly world: World;
  readonly call: Call;
  emailOf(person: Person): string;
  /** The address of the authorization page; a parameter that is set to nothing is left out. */
  page(parameters?: Readonly<Record<string, string | undefined>>): string;
  /** Signs in on the way to a page and answers the page. */
  visit(person: Person, path: string, browser?: Browser): Promise<Answer>;
  /** Signs in, allows, and answers the code. */
  code(person: Person, parameters?: Readonly<Record<string, string | undefined>>): Promise<string>;
  /** Calls a token endpoint as the app of that name. */
  ask(form: Fields, options?: AskOptions): Promise<Answer>;
  /** Exchanges a code. */
  exchange(code: string, more?: Fields, options?: AskOptions): Promise<Answer>;
  refresh(refreshToken: string, options?: AskOptions): Promise<Answer>;
  /** A whole flow. */
  tokens(person: Person, clientId?: string): Promise<{ access_token: string; refresh_token: string }>;
  /** Calls the interface by an access token. */
  asApp(token: string, path?: string): Promise<Answer>;
  /** Our own operations, as somebody with a token for them or as the administrator of the installation. */
  own(as: string, method: string, path: string, body?: object): Promise<Answer>;
}

export interface AskOptions {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly path?: string;
}

export async function oauthWorld(
  server: Target & { readonly adminToken: string },
  apps: readonly object[] = [app('app')],
  more: Pick<CastOptions, 'plan' | 'tokens' | 'files'> = {},
): Promise<OauthWorld> {
  const mark = randomUUID();
  const emailOf = (person: string) => `${person}-${mark}@example.com`;
  const workspace = cast(more);
  const world = await createWorld(server, { ...workspace, users: signingIn(workspace.users, emailOf), apps });
  const call = clientOf(server);
  const self: OauthWorld = {
    world,
    call,
    emailOf,
    page: (parameters = {}) => {
      const given = { client_id: 'app', redirect_uri: callback, response_type: 'code', ...parameters };
      const kept = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const named = kept.map(([name, value]) => [name, name === 'client_id' ? idOf(world, value) : value]);
      return `/oauth?${new URLSearchParams(named as [string, string][])}`;
    },
    visit: async (person, path, browser = openBrowser(server)) => {
      const page = await browser.get(path);
      const answer = await browser.submit(page, 'Sign in', { email: emailOf(person), password });
      return answer.status === 303 ? browser.get(String(answer.headers.location)) : answer;
    },
    code: async (person, parameters) => {
      const browser = openBrowser(server);
      const page = await self.visit(person, self.page(parameters), browser);
      const answer = await browser.submit(page, 'Allow');
      if (answer.status !== 303) throw new Error(`No code: ${answer.status} ${answer.text}`);
      return new URL(String(answer.headers.location)).searchParams.get('code') ?? '';
    },
    ask: (form, { clientId = 'app', clientSecret = secret, path = '/v1/oauth/token' } = {}) =>
      call('POST', path, {
        headers: {
          authorization: basic(idOf(world, clientId), clientSecret),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(form).toString(),
      }),
    exchange: (code, form = {}, options) =>
      self.ask({ grant_type: 'authorization_code', redirect_uri: callback, code, ...form }, options),
    refresh: (refresh_token, options) => self.ask({ grant_type: 'refresh_token', refresh_token }, options),
    tokens: async (person, clientId = 'app') => {
      const code = await self.code(person, { client_id: clientId });
      return (await self.exchange(code, {}, { clientId })).json;
    },
    asApp: (token, path = '/v1/me') => call('GET', path, { headers: { authorization: `Bearer ${token}` } }),
    own: (as, method, path, body) =>
      call(method, path, {
        token: as === 'admin' ? server.adminToken : world.token(`${as}-own`),
        ...(body === undefined ? {} : { body }),
      }),
  };
  return self;
}

/** The people of the cast with what they sign in with, and a token for our own operations. */
const signingIn = (users: unknown, emailOf: (person: string) => string) =>
  (users as { handle: string; tokens: object[] }[]).map((user) => {
    const name = user.handle.toLowerCase();
    const own = { name: 'own', token: `${name}-own`, scopes: ['workspace:read', 'workspace:write'] };
    return { ...user, email: emailOf(name), password, tokens: [...user.tokens, own] };
  });

/** A name that the world does not have stands for itself. */
function idOf(world: World, name: string): string {
  try {
    return world.id(name);
  } catch {
    return name;
  }
}

export const basic = (id: string, value: string): string =>
  `Basic ${Buffer.from(`${id}:${value}`).toString('base64')}`;

/** An error of RFC 6749 that is one of the interface as well. */
export function expectRefusal(answer: Answer, error: string, status = 400): void {
  expect([answer.status, answer.json.error]).toEqual([status, error]);
  const { message } = answer.json;
  expect(answer.json).toEqual({ status, error, error_description: message, err: message, message });
  expect(message).toMatch(/\.$/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(/^Basic realm=/.test(String(answer.headers['www-authenticate']))).toBe(status === 401);
}
