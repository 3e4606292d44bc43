import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import { browserSecret, isFormToken } from '../tokens/session.ts';
import { sessionCaller } from '../tokens/session-caller.ts';
import { findSession, type Session } from '../tokens/sessions-store.ts';

/** A browser that looks at a page. */
export interface Visit {
  /** What the address of the page begins with. */
  readonly basePath: string;
  /** Where the pages with forms are. */
  readonly origin: string;
  /** Binds forms to this browser, and stands for the person once they are signed in. */
  readonly secret: string;
  /** The browser does not have it yet. */
  readonly isNew: boolean;
  readonly session: Session | undefined;
  /** Where people may sign in elsewhere. */
  readonly singleSignOn?: { readonly address: string; readonly label: string; readonly isOnly: boolean };
}

interface VisitingCall {
  readonly headers: IncomingHttpHeaders;
  readonly basePath: string;
}

export async function visitOf({ headers, basePath }: VisitingCall, context: Context): Promise<Visit> {
  const held = browserSecret(headers.cookie);
  const session =
    held === undefined ? undefined : await findSession(context.database, held, context.clock.now());
  const { singleSignOn, addresses } = context;
  return {
    basePath,
    origin: new URL(addresses.auth).origin,
    secret: held ?? context.ids.secret(),
    isNew: held === undefined,
    session,
    ...(singleSignOn === undefined
      ? {}
      : { singleSignOn: { ...singleSignOn.settings, address: `${addresses.auth}/sign-in/sso` } }),
  };
}

/** Who is signed in there, as the one who makes a change. */
export const visitorOf = ({ secret }: Visit, session: Session, ipAddress: string): Caller =>
  sessionCaller(session, { secret, ipAddress });

/**
 * Tells why a form is to be shown again in place of being followed: it came from a page of ours, but from one that was
 * loaded before this browser was given another secret. What comes from elsewhere is refused, so that no other site
 * fills in a form of ours, or takes the secret of somebody who is signed in away: cookies do not come along from there.
 * @throws ApiError 403
 * @see Fetch Metadata Request Headers, 2.3
 */
export function staleFormProblem(
  { secret, isNew, origin }: Visit,
  {
    headers,
    body,
  }: { readonly headers: IncomingHttpHeaders; readonly body: { readonly form_token: string } },
): string | undefined {
  if (!isNew && isFormToken(body.form_token, secret)) return undefined;
  if (!isFromHere(headers, origin))
    throw forbidden(
      'This form was not filled in here, or too long ago. Go back, load the page again and repeat it.',
    );
  return isNew
    ? 'Nothing was done: the browser did not send the cookie that belongs to this form. Allow cookies for this address, and send the form once more.'
    : 'Nothing was done yet: another page of this server was opened since this one. Fill in what is missing, and send it once more.';
}

/** Browsers that do not say how the page that sends is related to the one that is sent to name its origin. */
function isFromHere({ 'sec-fetch-site': site, origin }: IncomingHttpHeaders, own: string): boolean {
  return site === undefined ? origin === own : site === 'same-origin';
}
