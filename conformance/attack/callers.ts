import fc from 'fast-check';
import type { Operation } from './published-interface.ts';
import { ours, theirs, tokenOf } from './tenants.ts';

/** Every kind of caller, by the name that a report has for them. */
const callerNames = [
  'alice',
  'bob',
  'carla',
  'erin',
  'gwen',
  'root',
  'stranger',
  'app',
  'plan',
  'session',
  'visitor',
  'sessionWithoutProof',
  'nobody',
  'garbage',
  'expired',
  'revoked',
  'lacking',
  'twoTokens',
  'wrongHeader',
] as const;
export type CallerName = (typeof callerNames)[number];

/** Credentials that the start made. */
export interface Credentials {
  readonly adminToken: string;
  /** Cookies of a browser in which Alice is signed in, and the token of its writes. */
  readonly session: { readonly cookie: string; readonly csrf: string; readonly formToken: string };
  /** Cookies of a browser in which nobody is. */
  readonly visitor: { readonly cookie: string; readonly formToken: string };
  /** By the scopes that an operation asks for, the token that lacks them. */
  readonly lacking: ReadonlyMap<string, string>;
}

/** Callers who prove nothing: refused wherever a token is asked for. */
const unproven: ReadonlySet<CallerName> = new Set([
  ...(['nobody', 'garbage', 'expired', 'revoked', 'twoTokens', 'wrongHeader', 'visitor'] as const),
]);

export const mustBeRefused = (name: CallerName, operation: Operation): boolean =>
  !operation.isOpen && (unproven.has(name) || (name === 'lacking' && operation.scopes.length > 0));

/** Who is of our tenant, and so may see it. */
const insiders: ReadonlySet<CallerName> = new Set([
  ...([
    'alice',
    'bob',
    'carla',
    'erin',
    'gwen',
    'app',
    'plan',
    'session',
    'sessionWithoutProof',
    'lacking',
  ] as const),
]);
export const isInsider = (name: CallerName): boolean => insiders.has(name);
/** Who sees what is closed to all but those who are named in it. */
export const seesClosed = (name: CallerName): boolean =>
  ['alice', 'root', 'app', 'plan', 'session', 'sessionWithoutProof', 'lacking'].includes(name);

export function headersOf(
  name: CallerName,
  operation: Operation,
  credentials: Credentials,
): Record<string, string> {
  const own = (token: string) => ({ 'x-service-token': tokenOf(ours, token) });
  switch (name) {
    case 'root':
      return { 'x-figma-token': credentials.adminToken };
    case 'stranger':
      return { 'x-service-token': tokenOf(theirs, 'alice') };
    case 'app':
      return { authorization: `Bearer ${tokenOf(ours, 'app-token')}` };
    case 'plan':
      return own('plan-all');
    case 'session':
      return { cookie: credentials.session.cookie, 'x-vitrine-csrf': credentials.session.csrf };
    case 'sessionWithoutProof':
      return { cookie: credentials.session.cookie };
    case 'visitor':
      return { cookie: credentials.visitor.cookie };
    case 'nobody':
      return {};
    case 'garbage':
      return { 'x-service-token': 'no such token' };
    case 'lacking':
      return own(credentials.lacking.get(operation.scopes.join(' ')) ?? 'alice');
    case 'twoTokens':
      return { ...own('alice'), authorization: `Bearer ${tokenOf(ours, 'app-token')}` };
    case 'wrongHeader':
      return { authorization: `Bearer ${tokenOf(ours, 'alice')}` };
    default:
      return own(name);
  }
}

const weights: Readonly<Record<CallerName, number>> = {
  alice: 40,
  bob: 8,
  carla: 5,
  erin: 4,
  gwen: 4,
  root: 6,
  stranger: 10,
  app: 4,
  plan: 2,
  session: 6,
  visitor: 1,
  sessionWithoutProof: 1,
  nobody: 3,
  garbage: 1,
  expired: 1,
  revoked: 1,
  lacking: 3,
  twoTokens: 1,
  wrongHeader: 1,
};

/** Any of them, those most who come to something. */
export function callersOf({ isOpen, path }: Operation): fc.Arbitrary<CallerName> {
  const more: Partial<Record<CallerName, number>> = {};
  if (isForRoot(path)) more.root = 40;
  if (isOpen) Object.assign(more, { session: 20, visitor: 12, nobody: 15 });
  const weighted = callerNames.map((name) => ({
    weight: more[name] ?? weights[name],
    arbitrary: fc.constant(name),
  }));
  return fc.oneof(...weighted);
}

const isForRoot = (path: string): boolean =>
  /^\/test\/|^\/workspace\/v1\/(backup|apply|administrator|installation|organizations$)/.test(path);

/** Those whom an operation is for. */
export function fittingCallersOf({
  isOpen,
  path,
  id,
  tokenKinds,
  takesSessions,
}: Operation): fc.Arbitrary<CallerName> {
  const fitting = fittingCallers[id];
  if (fitting !== undefined) return fc.constantFrom(...fitting);
  if (isForRoot(path)) return fc.constant('root');
  if (isOpen) return fc.constantFrom('session', 'visitor', 'nobody');
  return fc.constantFrom<CallerName>(
    ...(tokenKinds.includes('personal') ? (['alice', 'alice', 'alice', 'bob'] as const) : []),
    ...(tokenKinds.includes('oauth') ? (['app'] as const) : []),
    ...(tokenKinds.includes('plan') ? (['plan'] as const) : []),
    ...(takesSessions ? (['session'] as const) : []),
  );
}

const fittingCallers: Readonly<Record<string, readonly CallerName[]>> = {
  reviewApp: ['root'],
  getSession: ['session'],
  deleteSession: ['session'],
  postOAuthConsent: ['session'],
  postSignIn: ['visitor'],
  postInvitation: ['visitor'],
  postResetPassword: ['visitor'],
  linkIdentity: ['session'],
  unlinkIdentity: ['session', 'alice'],
  postForgotPassword: ['visitor'],
  postSignOut: ['session'],
  postInvitationJoin: ['session'],
};
