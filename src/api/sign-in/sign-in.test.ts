import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { userIdOf } from '../../contract/branded-ids.ts';
import { passwordHashOf } from '../../people/password-store.ts';
import { castServer, files, organizations, people } from '../../testing/cast.ts';
import type { TestAnswer } from '../../testing/test-server.ts';

const { play, server } = castServer({ trustedProxies: '127.0.0.1' });

const password = 'correct horse battery staple';
const wrong = 'wrong horse battery staple';
const setPassword = (id: string, organization: string) =>
  server().call(`/workspace/v1/organizations/${organization}/users/${id}`, {
    method: 'PUT',
    body: { password },
  });

/** A browser behind the trusted proxy. */
interface Visitor {
  readonly ipAddress: string;
  cookie: string;
  formToken: string;
}

async function visit(ipAddress: string, device?: string): Promise<Visitor> {
  const page = await server().call('/sign-in', { token: null });
  const cookie = [cookiesOf(page)[0], ...(device === undefined ? [] : [device])].join('; ');
  const [, formToken = ''] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? [];
  return { ipAddress, cookie, formToken };
}

const cookiesOf = (answer: TestAnswer): string[] =>
  [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] as string);

const signIn = (visitor: Visitor, email: string, given: string) =>
  server().call('/sign-in', {
    method: 'POST',
    token: null,
    headers: {
      cookie: visitor.cookie,
      'x-forwarded-for': visitor.ipAddress,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ form_token: visitor.formToken, email, password: given }).toString(),
  });

let addresses = 0;
/** Each test has networks of its own, and an address of an account of its own: throttles are not reset. */
function freshAddress(): string {
  addresses += 1;
  return `10.${Math.floor(addresses / 200)}.${addresses % 200}.1`;
}

async function personWith(email: string, organization: string = organizations.acme): Promise<string> {
  const path = `POST /workspace/v1/organizations/${organization}/users`;
  const made = await play('admin', path, { handle: 'Kim', email, password });
  expect(made.status).toBe(200);
  return made.json.id;
}

describe('signing in', () => {
  it('takes as many computations and says the same for no, one and two accounts at an address', async () => {
    await personWith('one@example.com');
    await personWith('two@example.com');
    await personWith('two@example.com', organizations.elsewhere);
    const visitor = await visit(freshAddress());
    const outcomes = [];
    for (const email of ['none@example.com', 'one@example.com', 'two@example.com']) {
      const before = server().context.passwords.made();
      const answer = await signIn(visitor, email, wrong);
      const made = server().context.passwords.made() - before;
      outcomes.push({ made, status: answer.status, text: answer.text.replaceAll(email, 'EMAIL') });
    }
    expect(outcomes[0]).toMatchObject({ made: 2, status: 403 });
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });

  it('stores a password anew where guesses at its stored form cost too little, and ends nothing by it', async () => {
    const id = userIdOf(await personWith('cheap@example.com'));
    const { database, passwords } = server().context;
    const cheap = await passwordHashOf(database, id);
    const isCheap = vi.spyOn(passwords, 'isCheap').mockImplementation((stored) => stored === cheap);
    onTestFinished(() => isCheap.mockRestore());
    const visitor = await visit(freshAddress());
    expect((await signIn(visitor, 'cheap@example.com', wrong)).status).toBe(403);
    expect(await passwordHashOf(database, id)).toBe(cheap);
    const first = await signIn(visitor, 'cheap@example.com', password);
    const dear = await passwordHashOf(database, id);
    expect(dear).not.toBe(cheap);
    expect((await signIn(await visit(freshAddress()), 'cheap@example.com', password)).status).toBe(303);
    expect(await passwordHashOf(database, id)).toBe(dear);
    const headers = { cookie: cookiesOf(first).join('; ') };
    expect((await server().call('/workspace/v1/session', { token: null, headers })).status).toBe(200);
  });

  it('with letters that look alike opens nothing, so it gives no more guesses at an account', async () => {
    await personWith('kim@example.com');
    const visitor = await visit(freshAddress());
    // U+212A is the sign of the kelvin; lower case makes a k of it.
    expect((await signIn(visitor, '\u212aim@example.com', password)).status).toBe(403);
    for (const email of ['kim@example.com', 'KIM@example.com', ' kim@example.com', 'Kim@Example.com'])
      expect((await signIn(visitor, email, wrong)).status).toBe(403);
    expect((await signIn(visitor, 'kIm@example.com ', wrong)).status).toBe(403);
    expect((await signIn(visitor, 'kiM@example.com', password)).status).toBe(429);
  });

  it('works from anywhere while eleven strangers guess', async () => {
    await personWith('elf@example.com');
    for (let stranger = 0; stranger < 11; stranger += 1) {
      const visitor = await visit(freshAddress());
      for (let count = 0; count < 5; count += 1) await signIn(visitor, 'elf@example.com', wrong);
    }
    expect((await signIn(await visit(freshAddress()), 'elf@example.com', password)).status).toBe(303);
  });

  it('works in a browser in which it did before, for that account alone, however many strangers guess', async () => {
    const [mine, theirs] = ['owner@example.com', 'other@example.com'];
    await personWith(mine);
    await personWith(theirs);
    await personWith(theirs, organizations.elsewhere);
    const device = cookiesOf(await signIn(await visit(freshAddress()), mine, password))[1];
    expect(device).toMatch(/^__Host-vitrine-device=/);
    const { signIns } = server().context;
    for (const email of [mine, theirs]) {
      for (let count = 0; count < 100; count += 1) await signIns.take({ email, ipAddress: freshAddress() });
      expect((await signIn(await visit(freshAddress()), email, password)).status).toBe(429);
    }
    const known = await visit(freshAddress(), device);
    expect((await signIn(known, theirs, password)).status).toBe(403);
    expect((await signIn(known, mine, wrong)).status).toBe(403);
    expect((await signIn(known, mine, password)).status).toBe(303);
    for (let count = 0; count < 3; count += 1) expect((await signIn(known, mine, wrong)).status).toBe(403);
    expect((await signIn(known, mine, wrong)).status).toBe(429);
  });

  it('of 200 at once keeps nobody from a file, and refuses nobody of them', async () => {
    const visitor = await visit(freshAddress());
    const before = server().context.passwords.made();
    const tries = Array.from({ length: 200 }, (_, index) =>
      signIn({ ...visitor, ipAddress: freshAddress() }, `crowd${index}@example.com`, wrong),
    );
    await Promise.race(tries);
    const fill = await play('alice', `GET /v1/files/${files.open}/images`);
    const address = new URL(fill.json.images.picture);
    const image = await server().call(address.pathname + address.search, { token: null });
    expect(image.status).toBe(200);
    const madeBefore = server().context.passwords.made() - before;
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(madeBefore).toBeLessThan(server().context.passwords.made() - before);
  }, 120_000);
});

describe('the password that changes a password', () => {
  beforeEach(async () => {
    expect((await setPassword(people.alice, organizations.acme)).status).toBe(200);
  });

  it('is tried by who is signed in however many strangers guess, five times in a minute', async () => {
    const { signIns } = server().context;
    for (let count = 0; count < 100; count += 1)
      await signIns.take({ email: 'alice@example.com', ipAddress: freshAddress() });
    const change = (current_password: string) =>
      play('alice', 'PUT /workspace/v1/me/password', { current_password, new_password: `${password} again` });
    for (let count = 0; count < 5; count += 1) expect((await change(wrong)).status).toBe(403);
    expect((await change(password)).status).toBe(429);
    await play('admin', 'POST /test/v1/clock', { advance: '60s' });
    expect((await change(password)).status).toBe(200);
  });
});
