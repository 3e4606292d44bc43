import { prepareProvenPerson } from '../../accounts/create-proven-person.ts';
import { signInProvenPerson } from '../../accounts/sign-in-proven-person.ts';
import { inAnonymousChange } from '../../change.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { organizations, people } from '../cast.ts';
import type { TestAnswer, TestServer } from '../test-server.ts';
import type { Try } from './door.ts';

/** Somebody who wants to be one of an organization's people. */
export interface Comer {
  readonly handle: string;
  readonly email: string;
  readonly password?: string;
}

const goodPassword = 'correct horse battery staple';

/** An administrator invites the address, and who is there follows the link. */
export const byInvitation =
  (who: Comer): Try =>
  async ({ play, server }) => {
    const path = `POST /workspace/v1/organizations/${organizations.acme}/invitations`;
    const invited = await play('alice', path, { email: who.email });
    return invited.status === 200
      ? sendForm(server, invited.json.link, { password: goodPassword, ...who })
      : invited;
  };

/** An administrator makes a link for Bob's account, and who has it chooses a password. */
export const byReset =
  (chosen: { readonly password: string }): Try =>
  async ({ play, server }) => {
    const path = `POST /workspace/v1/organizations/${organizations.acme}/users/${people.bob}/password-reset`;
    const made = await play('alice', path);
    return made.status === 200 ? sendForm(server, made.json.link, chosen) : made;
  };

/** Fills in the form of the page that a link leads to. */
async function sendForm(server: TestServer, link: string, fields: object): Promise<TestAnswer> {
  const path = new URL(link).pathname;
  const page = await server.call(path, { token: null });
  const cookie = String([page.headers['set-cookie'] ?? ''].flat()[0]).split(';')[0] ?? '';
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? [];
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ form_token, ...fields }).toString();
  return server.call(path, { method: 'POST', token: null, headers, body });
}

/** The provider has proven who it is, and the settings let in whom it proves. */
export const byProvider =
  ({ handle: name, email }: Comer): Try =>
  async ({ context }) => {
    const createIn = { organizationId: organizations.acme, seat: 'full' };
    const withProvider = { ...context, singleSignOn: { settings: { createIn } } } as unknown as Context;
    const person = { issuer: 'https://id.example', subject: email, email, name };
    const arrival = { ipAddress: '::1', next: undefined, before: undefined };
    try {
      const counted = await prepareProvenPerson(withProvider, person, arrival);
      const outcome = await inAnonymousChange(withProvider, (change) =>
        signInProvenPerson(change, person, { ...arrival, counted }),
      );
      return 'refusal' in outcome ? outcome.refusal : undefined;
    } catch (error) {
      if (error instanceof ApiError) return error.message;
      throw error;
    }
  };
