/**
 * Two organizations that must not see each other, and one whose file, site and app are open to everybody. Every
 * text and every id of a tenant carries its marks, so that a stranger's answer with one of them gives it away.
 */
export interface Tenant {
  readonly name: 'ours' | 'theirs' | 'open';
  /** What its names and messages hold, and nothing else in the world does; no request to another tenant says it. */
  readonly words: string;
  /** What its keys begin with, and its ids. */
  readonly marks: readonly [key: string, digits: string];
}

export const ours: Tenant = { name: 'ours', words: 'zqawords', marks: ['zqamark', '733140001000'] };
export const theirs: Tenant = { name: 'theirs', words: 'zqbwords', marks: ['zqbmark', '733240001000'] };
/** Nothing of it is a secret, so it is looked for nowhere. */
export const open: Tenant = { name: 'open', words: 'zqcwords', marks: ['zqcmark', '733340001000'] };

export const password = 'nine loud herons here';
export const appSecret = 'zq-app-secret';
export const callback = 'https://app.example/callback';

const digitsOf = (tenant: Tenant, number: number): string => `${tenant.marks[1]}${number}`;
const keyOf = (tenant: Tenant, local: string): string => `${tenant.marks[0]}-${local}`;
const worded = (tenant: Tenant, text: string): string => `${text} ${tenant.words}`;

/** Ids of a tenant's things by what they are; the first of each belong together. */
export function thingsOf(tenant: Tenant): Record<string, string[]> {
  const digits = (...numbers: number[]) => numbers.map((number) => digitsOf(tenant, number));
  const key = (...locals: string[]) => locals.map((local) => keyOf(tenant, local));
  return {
    organization: digits(900),
    user: digits(11, 12, 13, 15, 16),
    team: digits(100, 101),
    project: digits(200, 201, 202),
    file: key('main', 'library', 'secret', 'empty', 'branch'),
    version: digits(5001),
    comment: digits(301, 302),
    webhook: digits(401, 402),
    site: key('site'),
    app: key('app', 'draft'),
    resource: [601, 602, 603].map((number) => resourceOf(tenant, number)),
    devResource: digits(701),
    context: [key('main')[0] ?? '', digitsOf(tenant, 200), digitsOf(tenant, 100)],
    component: [component(tenant, 1), component(tenant, 2)],
    componentSet: [component(tenant, 3)],
    style: [component(tenant, 7), component(tenant, 8)],
    library: key('library', 'main', 'empty'),
    tokenValue: key('bob', 'plan-all'),
    redirectUri: [callback],
    email: ['alice', 'bob'].map((who) => emailOf(tenant, who)),
  };
}

/** Plugins and widgets are there for everybody, so their ids tell nothing. */
export const resourceOf = (tenant: Tenant, number: number): string =>
  `900100${tenant.marks[1].slice(0, 4)}${number}`;

export const emailOf = (tenant: Tenant, who: string): string => `${who}@${tenant.marks[0]}.example`;
export const tokenOf = (tenant: Tenant, name: string): string => keyOf(tenant, name);

/** Keys of components and styles are the design's own. */
export const component = (tenant: Tenant, number: number): string =>
  `${tenant.marks[0]}c00000000000000000000000000000000${number}`;

/** How a tenant's ids, keys and texts are made. */
export const namesOf = (tenant: Tenant) => ({
  id: (number: number) => digitsOf(tenant, number),
  key: (local: string) => keyOf(tenant, local),
  text: (words: string) => worded(tenant, words),
});
