import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inAnonymousChange } from '../change.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { castServer, organizations } from '../testing/cast.ts';
import type { TestAnswer } from '../testing/test-server.ts';
import { prepareProvenPerson } from './create-proven-person.ts';
import { signInProvenPerson } from './sign-in-proven-person.ts';

const { play, server } = castServer();

const acme = organizations.acme;
const usersPath = `/workspace/v1/organizations/${acme}/users`;
const password = 'correct horse battery staple';

interface Comer {
  readonly handle: string;
  readonly email: string;
}

/** Undefined for who was let in; else what was said. */
type Door = (who: Comer) => Promise<string | undefined>;

const said = ({ status, json }: TestAnswer): string | undefined =>
  status === 200 ? undefined : (json.err ?? json.message);
const textOf = ({ status, text }: TestAnswer): string | undefined => (status === 303 ? undefined : text);

async function byForm(link: string, { handle }: Comer): Promise<TestAnswer> {
  const path = new URL(link).pathname;
  const page = await server().call(path, { token: null });
  const cookie = String([page.headers['set-cookie'] ?? ''].flat()[0]).split(';')[0] ?? '';
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? [];
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ form_token, handle, password }).toString();
  return server().call(path, { method: 'POST', token: null, headers, body });
}

async function byProvider({ handle: name, email }: Comer): Promise<string | undefined> {
  const { context } = server();
  const createIn = { organizationId: acme, seat: 'full' };
  const withProvider = { ...context, singleSignOn: { settings: { createIn } } } as unknown as Context;
  const person = { issuer: 'https://id.example', subject: email, email, name };
  const arrival = { ipAddress: '::1', next: undefined, before: undefined };
  try {
    await prepareProvenPerson(withProvider, person, arrival);
    const outcome = await inAnonymousChange(withProvider, (change) =>
      signInProvenPerson(change, person, arrival),
    );
    return 'refusal' in outcome ? outcome.refusal : undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

const doors = {
  'an administrator': async (who) => said(await play('alice', `POST ${usersPath}`, who)),
  'a workspace file': async (who) =>
    said(
      await play('admin', 'POST /workspace/v1/apply', { users: [{ ...who, id: '77', organization: acme }] }),
    ),
  'an invitation': async (who) => {
    const path = `POST /workspace/v1/organizations/${acme}/invitations`;
    const invited = await play('alice', path, { email: who.email });
    return invited.status === 200 ? textOf(await byForm(invited.json.link, who)) : said(invited);
  },
  'single sign-on': byProvider,
} satisfies Record<string, Door>;

const everyDoor = Object.entries(doors);
const nora: Comer = { handle: 'Nora', email: 'nora@example.com' };

async function listed(): Promise<Comer[]> {
  const { users } = (await play('alice', `GET ${usersPath}`)).json;
  return users.map(({ handle, email }: Comer) => ({ handle, email }));
}

/** As many people as an organization may have. */
async function fill(): Promise<void> {
  const { database } = server().context;
  await sql`
    with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${100_000})
    insert into users (id, handle, email, img_url, organization_id, role, seat, created_at)
    select 'many' || number, 'Many', 'many' || number || '@many.example', '', ${acme}, 'guest', 'view', 1 from numbers
  `.execute(database);
}

describe('Who comes in', () => {
  it.each(everyDoor)('by %s is one of the people of the organization', async (_door, come) => {
    expect(await come(nora)).toBeUndefined();
    expect(await listed()).toContainEqual(nora);
  });

  it.each(everyDoor)('by %s has no address of another person there', async (_door, come) => {
    const before = await listed();
    expect(await come({ ...nora, email: 'BOB@example.com' })).toBeDefined();
    expect(await listed()).toEqual(before);
  });

  it.each(everyDoor)('by %s is called nothing that breaks a line', async (door, come) => {
    const words = await come({ ...nora, handle: 'No\nra' });
    // The provider does not ask who comes what they want to be called.
    if (door === 'single sign-on') expect(await listed()).toContainEqual({ ...nora, handle: 'nora' });
    else expect(words).toContain('A name is one line of text.');
  });

  it('is none where there are as many as may be, by any door but the one that does not count', async () => {
    await fill();
    const full = /^The people of the organization are 100,000 already/;
    expect(await doors['an administrator'](nora)).toMatch(full);
    expect(await doors['single sign-on'](nora)).toMatch(full);
    expect(await doors['an invitation'](nora)).toContain(
      'The people of the organization are 100,000 already',
    );
    // What a workspace file says is the administrator's.
    expect(await doors['a workspace file'](nora)).toBeUndefined();
  });
});
