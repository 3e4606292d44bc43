import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from './harness/browser.ts';
import { onOwnServers } from './harness/engines.ts';
import { linkIn, type MailReceiver, startMailReceiver } from './harness/mail-receiver.ts';
import { type OauthWorld, oauthWorld, password } from './harness/oauth.ts';
import { goodPassword, otherPassword, type PeopleOf, peopleOf, personIn, signIn } from './harness/people.ts';
import { type Server, startServer } from './harness/server.ts';

onOwnServers('Mails', ({ postgres }) => {
  let server: Server;
  let mail: MailReceiver;
  let oauth: OauthWorld;
  let acme: PeopleOf;
  const links: string[] = [];
  const advance = async (time: string) => {
    const body = { advance: time };
    const { status } = await server.call('POST', '/test/v1/clock', { token: server.adminToken, body });
    expect(status).toBe(200);
  };
  const mailedLink = async (to: string) => {
    const path = linkIn(await mail.mailTo(to));
    links.push(path.split('/').at(-1) as string);
    return path;
  };
  const statusOf = async (path: string) => (await openBrowser(server).get(path)).status;
  const forgotPassword = async (email: string, browser = openBrowser(server)) =>
    browser.submit(await browser.get('/forgot-password'), 'Send the link', { email });
  const invitedLink = async (email: string) => {
    expect((await acme.invite(email)).status).toBe(200);
    return mailedLink(email);
  };
  /** Throttles look at where requests come from; an hour and more forgets them. */
  const rest = () => advance('12h');

  beforeAll(async () => {
    mail = await startMailReceiver();
    server = await startServer({
      postgres,
      env: {
        VITRINE_SMTP_URL: mail.url,
        VITRINE_MAIL_FROM: 'design@vitrine.example',
        VITRINE_LOG_LEVEL: 'info',
      },
    });
    oauth = await oauthWorld(server);
    acme = peopleOf(oauth);
  });
  afterEach(async () => {
    mail.behave('take');
    await rest();
    oauth = await oauthWorld(server);
    acme = peopleOf(oauth);
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
    await mail?.close();
  });

  describe('with invitations', () => {
    it('let people join, and nobody else sees the link', async () => {
      const { status, json } = await acme.invite('nora@example.com', { handle: 'Nora' });
      expect([status, json.delivery, json.link]).toEqual([200, 'mailed', undefined]);
      const received = await mail.mailTo('nora@example.com');
      expect([received.from, received.to]).toEqual(['design@vitrine.example', ['nora@example.com']]);
      expect(received.headers).toContain('Subject: Alice invites you to Acme');
      expect(received.headers).toContain('Auto-Submitted: auto-generated');
      const path = linkIn(received);
      links.push(path.split('/').at(-1) as string);
      const browser = openBrowser(server);
      const joined = await browser.submit(await browser.get(path), 'Join', {
        handle: 'Nora',
        password: goodPassword,
      });
      expect(joined.status).toBe(303);
      expect((await personIn(browser)).email).toBe('nora@example.com');
    });

    it('are valid for seven days', async () => {
      const [early, late] = [await invitedLink('early@example.com'), await invitedLink('late@example.com')];
      await advance('6d23h');
      const browser = openBrowser(server);
      const page = await browser.get(early);
      const given = { handle: 'Early', password: goodPassword };
      const other = openBrowser(server);
      const open = await other.get(late);
      expect((await browser.submit(page, 'Join', given)).status).toBe(303);
      await advance('2h');
      expect(await statusOf(late)).toBe(404);
      expect((await other.submit(open, 'Join', given)).status).toBe(404);
      const { invitations } = (await oauth.own('alice', 'GET', acme.invitations)).json;
      expect(invitations).toMatchObject([{ email: 'late@example.com', expired: true }]);
      expect((await acme.invite('late@example.com')).status).toBe(200);
      expect(await statusOf(await mailedLink('late@example.com'))).toBe(200);
    });

    it('that the mail server refused are reported to the administrator, who can send them again', async () => {
      mail.behave('refuse');
      const { status, json } = await acme.invite('full@example.com');
      expect([status, json.delivery, json.link]).toEqual([200, 'failed', undefined]);
      mail.behave('take');
      const again = await oauth.own('alice', 'POST', `${acme.invitations}/${json.id}/send`);
      expect(again.json.delivery).toBe('mailed');
      expect(await statusOf(await mailedLink('full@example.com'))).toBe(200);
    });

    it('have no injected headers, whatever people and organizations are called', async () => {
      const path = `/workspace/v1/organizations/${oauth.world.id('900')}`;
      const call = (name: string) => oauth.own('alice', 'PUT', path, { name });
      expect((await call('Acme\r\nBcc: eve@example.com\r\n\r\nHello')).status).toBe(400);
      expect((await call('Acme, "eve" <eve@example.com>; Bcc: eve@example.com')).status).toBe(200);
      await acme.invite('target@example.com');
      const received = await mail.mailTo('target@example.com');
      expect(received.to).toEqual(['target@example.com']);
      const names = received.headers.map((line) => line.split(':')[0]?.toLowerCase());
      expect(names).not.toContain('bcc');
      expect(names.filter((one) => one === 'subject')).toHaveLength(1);
      links.push(linkIn(received).split('/').at(-1) as string);
    });
  });

  describe('with links to choose another password', () => {
    it('go to the address of the account, and not to the one that was typed', async () => {
      const answer = await forgotPassword(oauth.emailOf('bob').toUpperCase());
      expect(answer.status).toBe(200);
      const path = await mailedLink(oauth.emailOf('bob'));
      const browser = openBrowser(server);
      const changed = await browser.submit(await browser.get(path), 'Change the password', {
        password: goodPassword,
      });
      expect(changed.status).toBe(200);
      const told = await mail.mailTo(oauth.emailOf('bob'));
      expect(told.headers).toContain('Subject: Your password was changed');
      expect(await signIn(server, oauth.emailOf('bob'), goodPassword)).toBeDefined();
    });

    it('do not reveal which addresses have accounts', async () => {
      const known = await forgotPassword(oauth.emailOf('bob'));
      const answers = [];
      for (const email of ['nobody@example.com', 'no address', 'a@b\r\nRCPT TO:<c@d>', ' ', 'x'.repeat(320)])
        answers.push(await forgotPassword(email));
      for (const { status, text, headers } of answers) {
        expect([status, text]).toEqual([known.status, known.text]);
        expect(Object.keys(headers).sort()).toEqual(Object.keys(known.headers).sort());
      }
      await mailedLink(oauth.emailOf('bob'));
      const addresses = mail.mails.flatMap(({ to }) => to);
      expect(addresses).not.toContain('nobody@example.com');
      expect(addresses).not.toContain('c@d');
    });

    it('are sent after the answer, which waits for no mail server', async () => {
      mail.behave('hold');
      expect((await forgotPassword(oauth.emailOf('bob'))).status).toBe(200);
      expect(mail.mails.flatMap(({ to }) => to)).not.toContain(oauth.emailOf('bob'));
      expect(await statusOf('/sign-in')).toBe(200);
      // The mail server still holds it: had the answer waited for it, it would have been given up by then.
      mail.behave('take');
      expect(await statusOf(await mailedLink(oauth.emailOf('bob')))).toBe(200);
    });

    it('are valid for an hour', async () => {
      await forgotPassword(oauth.emailOf('bob'));
      const first = await mailedLink(oauth.emailOf('bob'));
      await advance('59m');
      expect(await statusOf(first)).toBe(200);
      const browser = openBrowser(server);
      const page = await browser.get(first);
      await advance('2m');
      expect(await statusOf(first)).toBe(404);
      const late = await browser.submit(page, 'Change the password', { password: goodPassword });
      expect(late.status).toBe(404);
      expect(await signIn(server, oauth.emailOf('bob'), password)).toBeDefined();
    });

    it('are all void once one of them is used', async () => {
      await forgotPassword(oauth.emailOf('bob'));
      await forgotPassword(oauth.emailOf('bob'));
      const [one, other] = [await mailedLink(oauth.emailOf('bob')), await mailedLink(oauth.emailOf('bob'))];
      expect(await statusOf(one)).toBe(200);
      const browser = openBrowser(server);
      await browser.submit(await browser.get(other), 'Change the password', { password: otherPassword });
      expect([await statusOf(one), await statusOf(other)]).toEqual([404, 404]);
    });

    it('are sent once for each account of an address', async () => {
      const email = oauth.emailOf('bob');
      const elsewhere = peopleOf(oauth, '901', 'dan').users;
      const body = { email, handle: 'Other Bob', password };
      expect((await oauth.own('dan', 'POST', elsewhere, body)).status).toBe(200);
      await forgotPassword(email);
      const received = [await mail.mailTo(email), await mail.mailTo(email)];
      const places = received.map(({ text }) => /account at (\w+)/.exec(text)?.[1]).sort();
      expect(places).toEqual(['Acme', 'Elsewhere']);
      const ofAcme = received.find(({ text }) => text.includes('Acme'));
      const browser = openBrowser(server);
      const page = await browser.get(linkIn(ofAcme as (typeof received)[0]));
      await browser.submit(page, 'Change the password', { password: goodPassword });
      const bob = (await signIn(server, email, goodPassword)) as Browser;
      expect((await personIn(bob)).handle).toBe('Bob');
      const other = (await signIn(server, email, password)) as Browser;
      expect((await personIn(other)).handle).toBe('Other Bob');
    });

    it('are limited by account and by address', async () => {
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push(await forgotPassword(oauth.emailOf('bob')));
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(Number(statuses[3]?.headers['retry-after'])).toBe(1200);
      for (let count = 0; count < 27; count += 1)
        expect((await forgotPassword(`nobody${count}@example.com`)).status).toBe(200);
      expect((await forgotPassword('nobody@example.com')).status).toBe(429);
      await advance('20m');
      expect((await forgotPassword(oauth.emailOf('bob'))).status).toBe(200);
    });

    it('are sent by an administrator, also to people who work elsewhere, and shown to nobody', async () => {
      const { json: team } = await oauth.own('dan', 'POST', '/workspace/v1/teams', { name: 'Theirs' });
      const member = `/workspace/v1/teams/${team.id}/members/${oauth.world.id('12')}`;
      expect((await oauth.own('admin', 'PUT', member, { role: 'admin' })).status).toBe(200);
      const path = `${acme.users}/${oauth.world.id('12')}/password-reset`;
      const { status, json } = await oauth.own('alice', 'POST', path);
      expect([status, json]).toEqual([200, { delivery: 'mailed', expires_at: expect.any(String) }]);
      expect(await statusOf(await mailedLink(oauth.emailOf('bob')))).toBe(200);
      mail.behave('refuse');
      expect((await oauth.own('alice', 'POST', path)).json.delivery).toBe('failed');
    });
  });

  it('leave their links in no log, no list of requests and no backup', async () => {
    const email = 'logged@example.com';
    const path = await invitedLink(email);
    await openBrowser(server).get(`/sign-in?${new URLSearchParams({ next: path })}`);
    await statusOf(path);
    mail.behave('refuse');
    await acme.invite('refused@example.com');
    const log = server.process.stderr();
    const requests = (await server.call('GET', '/test/v1/requests', { token: server.adminToken })).text;
    const backup = (await server.call('GET', '/workspace/v1/backup', { token: server.adminToken })).bytes;
    expect([log.includes('/invitation/…'), log.includes('a mail was not sent')]).toEqual([true, true]);
    expect(log).not.toContain('Spam');
    expect([backup.includes('invitations'), links.length > 5]).toEqual([true, true]);
    for (const token of links)
      expect([log.includes(token), requests.includes(token), backup.includes(token)]).toEqual([
        false,
        false,
        false,
      ]);
  });
});

onOwnServers('Without a mail server', ({ postgres }) => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer({ postgres });
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
  });

  it('nobody is shown a link to choose the password of the administrator of the installation', async () => {
    const users = '/workspace/v1/organizations/1/users';
    const { token } = { token: server.adminToken };
    const me = (await server.call('GET', users, { token })).json.users[0];
    const answer = await server.call('POST', `${users}/${me.id}/password-reset`, { token });
    expect([answer.status, answer.json.link]).toEqual([403, undefined]);
    const body = { email: 'admin@example.com', handle: 'Admin', role: 'admin' };
    const admin = (await server.call('POST', users, { token, body })).json;
    const world = {
      tokens: [{ name: 't', token: 'org-admin', scopes: ['workspace:read', 'workspace:write'] }],
    };
    const entry = { id: admin.id, handle: 'Admin', email: body.email, organization: '1', ...world };
    await server.call('POST', '/workspace/v1/apply', { token, body: { users: [entry] } });
    for (const [method, path, change] of [
      ['POST', `${users}/${me.id}/password-reset`, undefined],
      ['PUT', `${users}/${me.id}`, { password: goodPassword }],
      ['PUT', `${users}/${me.id}`, { email: 'mallory@example.com' }],
    ] as const) {
      const refused = await server.call(method, path, {
        token: 'org-admin',
        ...(change === undefined ? {} : { body: change }),
      });
      expect([method, refused.status]).toEqual([method, 403]);
    }
  });
});
