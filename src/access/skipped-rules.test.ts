import { describe, expect, it } from 'vitest';
import { admittedPerson } from '../accounts/admitted-person.ts';
import type { createPasswordReset } from '../accounts/create-password-reset.ts';
import type { linkIdentity } from '../accounts/link-identity.ts';
import type { mailResets } from '../accounts/mail-resets.ts';
import type { signInProvenPerson } from '../accounts/sign-in-proven-person.ts';
import type { postComment } from '../comments/post-comment.ts';
import type { GivenReaction } from '../comments/react.ts';
import type { Context } from '../context.ts';
import type { createFile } from '../files/create-file.ts';
import type { NewPerson } from '../people/admit-person.ts';
import type { PersonChanges } from '../people/change-person.ts';
import type { createPerson } from '../people/create-person.ts';
import type { WebhookChanges } from '../webhooks/change-webhook.ts';
import type { NewWebhook } from '../webhooks/create-webhook.ts';
import { type AcceptedPassword, acceptedAnyway } from './accepted-password.ts';
import { type Counted, uncounted } from './caps.ts';

type EndpointOf<Wanted extends { endpoint?: unknown }> = Wanted['endpoint'];

type LastOf<Writer extends (...all: never) => unknown> = Parameters<Writer>[2];

describe('the proof that a writer requires of an earlier check', () => {
  it('is a count, of the cap that the writer is under', () => {
    const file: LastOf<typeof createFile> = uncounted('filesOfProject', 'A test says so.');
    // @ts-expect-error a count of something else
    const comment: LastOf<typeof postComment> = uncounted('sitesOfFile', 'A test says so.');
    // @ts-expect-error no count
    const person: LastOf<typeof createPerson> = undefined;
    // @ts-expect-error what looks like a count and was made by nobody who counts
    const forged: Counted<'filesOfProject'> = { filesOfProject: {} };
    expect([file, comment, person, forged]).toHaveLength(4);
  });

  it('is an endpoint whose address was checked', () => {
    // @ts-expect-error an address that nobody looked up
    const made: EndpointOf<NewWebhook> = 'https://example.com/';
    // @ts-expect-error the same of a webhook that is there
    const changed: EndpointOf<WebhookChanges> = 'https://example.com/';
    expect([made, changed]).toHaveLength(2);
  });

  it('is somebody whom the settings let in, of those whom the provider has proven', () => {
    const proven = { issuer: 'https://id.example', subject: '1', email: 'nora@example.com', name: 'Nora' };
    // @ts-expect-error somebody whose address nobody held against the settings
    const signedIn: Parameters<typeof signInProvenPerson>[1] = proven;
    // @ts-expect-error the same of who links an account
    const linked: Parameters<typeof linkIdentity>[1] = proven;
    expect([signedIn, linked]).toHaveLength(2);
    const among = (...domains: string[]) => {
      const singleSignOn = { settings: { domains } } as unknown as NonNullable<Context['singleSignOn']>;
      return admittedPerson({ singleSignOn }, proven);
    };
    expect(among()).toEqual({ person: proven });
    expect(among('example.com')).toEqual({ person: proven });
    expect(among('example.org')).toEqual({ refusal: expect.stringContaining('not of a domain') });
  });

  it('is an emoji that there is', () => {
    // @ts-expect-error a word that nobody looked up
    const given: GivenReaction['emoji'] = ':none:';
    expect(given).toBe(':none:');
  });

  it('is a link for a password that was counted against who asks', () => {
    // @ts-expect-error somebody for whom nobody asked
    const made: Parameters<typeof createPasswordReset>[1] = { organizationId: '900', userId: '2' };
    // @ts-expect-error an address at which nobody counted
    const mailed: Parameters<typeof mailResets>[1] = 'bob@example.com';
    expect([made, mailed]).toHaveLength(2);
  });

  it('is a password that the policy accepted, or that skips it for a reason', () => {
    const password: NewPerson['password'] = acceptedAnyway('a stored form', 'A test says so.');
    // @ts-expect-error a stored form of which nobody knows whence it is
    const bare: NewPerson['password'] = 'a stored form';
    // @ts-expect-error what looks like an accepted one
    const forged: AcceptedPassword = { hash: 'a stored form' };
    // @ts-expect-error the same of somebody who is there
    const changed: PersonChanges['password'] = 'a stored form';
    expect([password, bare, forged, changed]).toHaveLength(4);
  });
});
