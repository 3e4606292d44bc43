import { expect } from 'vitest';
import { type Browser, openBrowser } from './browser.ts';
import type { Answer, Target } from './client.ts';
import type { OauthWorld } from './oauth.ts';

export const goodPassword = 'seven quiet otters';
export const otherPassword = 'nine loud herons here';
const cookie = '__Host-vitrine-session';

/** The people of one organization of a world, and what is done with them. */
export interface PeopleOf {
  readonly invitations: string;
  readonly users: string;
  invite(email: string, more?: object, as?: string): Promise<Answer>;
  /** The path of a fresh link for an address, where the server sends no mail. */
  link(email: string, more?: object): Promise<string>;
  /** The path of a link for another password of somebody, as an administrator is given it. */
  resetLink(id: string, as?: string): Promise<string>;
}

export function peopleOf(oauth: OauthWorld, organization = '900', admin = 'alice'): PeopleOf {
  const base = `/workspace/v1/organizations/${oauth.world.id(organization)}`;
  const pathOf = ({ status, text, json }: Answer): string => {
    if (status !== 200) throw new Error(`${status} ${text}`);
    return new URL(json.link).pathname;
  };
  const invite: PeopleOf['invite'] = (email, more = {}, as = admin) =>
    oauth.own(as, 'POST', `${base}/invitations`, { email, ...more });
  return {
    invitations: `${base}/invitations`,
    users: `${base}/users`,
    invite,
    link: async (email, more) => pathOf(await invite(email, more)),
    resetLink: async (id, as = admin) =>
      pathOf(await oauth.own(as, 'POST', `${base}/users/${id}/password-reset`)),
  };
}

/** Who is signed in there. */
export async function personIn(browser: Browser): Promise<Answer['json'] | undefined> {
  const { status, json } = await browser.get('/workspace/v1/session');
  return status === 200 ? json.user : undefined;
}

/** Tries to sign in; answers the browser where that worked. */
export async function signIn(
  target: Target,
  email: string,
  password: string,
  account?: string,
): Promise<Browser | undefined> {
  const browser = openBrowser(target);
  const page = await browser.get('/sign-in');
  const given = { email, password, ...(account === undefined ? {} : { account }) };
  const { status } = await browser.submit(page, 'Sign in', given);
  return status === 303 ? browser : undefined;
}

/** One of our own operations by a session, with the token of its writes. */
export async function bySession(
  oauth: OauthWorld,
  browser: Browser,
  line: string,
  body?: object,
): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const { csrf_token } = (await browser.get('/workspace/v1/session')).json;
  return oauth.call(method, path, {
    headers: { cookie: `${cookie}=${browser.cookies.get(cookie)}`, 'x-vitrine-csrf': csrf_token },
    ...(body === undefined ? {} : { body }),
  });
}

/** Pages of people: nothing of them is kept, framed, scripted or told to other sites. */
export function expectGuarded({ headers }: Answer): void {
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-frame-options']).toBe('DENY');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('script-src');
}

/** What a page says, without what differs from visit to visit. */
export const wordsOf = ({ text }: Answer, ...changing: string[]): string =>
  changing
    .reduce((left, word) => left.replaceAll(word, '…'), text)
    .replace(/name="form_token" value="[^"]*"/g, '');
