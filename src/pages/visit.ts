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
 * Makes sure that a form came from a page of ours in the same browser.
 * @throws ApiError 403
 */
export function requireFormToken({ secret, isNew }: Visit, given: string): void {
  if (isNew || !isFormToken(given, secret))
    throw forbidden(
      'This form was not filled in here, or too long ago. Go back, load the page again and repeat it.',
    );
}
