import { acceptInvitation, prepareAcceptance } from '../../accounts/accept-invitation.ts';
import { admittedPerson } from '../../accounts/admitted-person.ts';
import { beginSession } from '../../accounts/begin-session.ts';
import { storeReset } from '../../accounts/create-password-reset.ts';
import { prepareProvenPerson } from '../../accounts/create-proven-person.ts';
import type { Joining } from '../../accounts/join-by-invitation.ts';
import { signInProvenPerson } from '../../accounts/sign-in-proven-person.ts';
import { inAnonymousChange } from '../../change.ts';
import type { Context } from '../../context.ts';
import type { OrganizationId, UserId } from '../../contract/branded-ids.ts';
import { ApiError } from '../../errors.ts';
import { formToken, secretCookie } from '../../tokens/session.ts';
import { organizations, people } from '../cast.ts';
import type { TestAnswer, TestServer } from '../test-server.ts';
import type { Try } from './door.ts';
import type { Visit } from './visit.ts';

/** Somebody who wants to be one of an organization's people. */
export interface Comer {
  readonly handle: string;
  readonly email: string;
  readonly password?: string;
}

const goodPassword = 'correct horse battery staple';

const path = `/workspace/v1/organizations/${organizations.acme}`;
export const invite = ({ play }: Visit, email: string) =>
  play('alice', `POST ${path}/invitations`, { email });

/** An administrator invites the address, and who is there follows the link, after what happens meanwhile. */
export const byInvitation =
  (who: Comer, meanwhile: (visit: Visit) => Promise<unknown> = async () => {}): Try =>
  async (visit) => {
    const invited = await invite(visit, who.email);
    if (invited.status !== 200) return invited;
    await meanwhile(visit);
    return sendForm(visit.server, invited.json.link, { password: goodPassword, ...who });
  };

/** Who is signed in joins by an invitation of that address. */
export const byJoining =
  (userId: UserId, email: string): Try =>
  async (visit) => {
    const { link } = (await invite(visit, email)).json;
    const { cookie, ...signed } = await signedIn(visit, userId);
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ form_token: signed['x-vitrine-csrf'] }).toString();
    return visit.server.call(`${new URL(link).pathname}/join`, {
      method: 'POST',
      token: null,
      headers,
      body,
    });
  };

/** Somebody accepts an invitation where people sign in by single sign-on alone. */
export const byInvitationBesideProvider =
  (email: string, join: Joining): Try =>
  async (visit) => {
    const token = new URL((await invite(visit, email)).json.link).pathname.split('/').at(-1) ?? '';
    const context = besideProvider(visit.context, { isOnly: true });
    return refusalOfWork(async () => {
      const counted = await prepareAcceptance(context, token);
      return inAnonymousChange(context, (change) =>
        acceptInvitation(change, { token, ipAddress: '::1', counted }, join),
      );
    });
  };

export const besideProvider = (context: Context, settings: object): Context =>
  ({ ...context, singleSignOn: { settings: { domains: [], ...settings } } }) as unknown as Context;

/** The headers by which the browser of somebody is signed in. */
export async function signedIn({ context }: Visit, userId: UserId) {
  const secret = await inAnonymousChange(context, (change) =>
    beginSession(change, { userId, before: undefined }),
  );
  const [cookie = ''] = secretCookie(secret).split(';');
  return { cookie, 'x-vitrine-csrf': formToken(secret) };
}

/** Bob has got a link by which he chooses a password, after what happens meanwhile. */
export const byReset =
  (
    chosen: { readonly password: string },
    meanwhile: (visit: Visit) => Promise<unknown> = async () => {},
  ): Try =>
  async (visit) => {
    const { context, server } = visit;
    const { token } = await inAnonymousChange(context, (change) =>
      storeReset(change, { userId: people.bob, shownTo: null }),
    );
    await meanwhile(visit);
    return sendForm(server, `${server.url}/reset-password/${token}`, chosen);
  };

/** Fills in the form of the page that a link leads to. A link that has ended shows none; all take the sign of one form. */
async function sendForm(server: TestServer, link: string, fields: object): Promise<TestAnswer> {
  const { pathname } = new URL(link);
  const page = await server.call('/sign-in', { token: null });
  const cookie = String([page.headers['set-cookie'] ?? ''].flat()[0]).split(';')[0] ?? '';
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? [];
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ form_token, ...fields }).toString();
  return server.call(pathname, { method: 'POST', token: null, headers, body });
}

/** The provider has proven who it is, and the settings let in whom it proves. */
export const byProvider =
  (
    { handle: name, email }: Partial<Comer>,
    organizationId: OrganizationId | undefined = organizations.acme,
  ): Try =>
  async ({ context }) => {
    const beside = besideProvider(context, { createIn: { organizationId, seat: 'full' } });
    const proven = { issuer: 'https://id.example', subject: email ?? 'nobody', email, name };
    const arrival = { ipAddress: '::1', next: undefined, before: undefined };
    return refusalOfWork(async () => {
      const admission = admittedPerson(beside, proven);
      if ('refusal' in admission) return admission;
      const { person } = admission;
      const counted = await prepareProvenPerson(beside, person, arrival);
      return inAnonymousChange(beside, (change) =>
        signInProvenPerson(change, person, { ...arrival, counted }),
      );
    });
  };

/** What was said, where it was not done: thrown, or answered. */
export async function refusalOfWork(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    const done = await work();
    if (typeof done === 'string') return done;
    return (done as { readonly refusal?: string } | undefined)?.refusal;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
