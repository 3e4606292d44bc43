import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ran, runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

function vitrine(line: string): Promise<Ran> {
  const env = { VITRINE_URL: server.url, VITRINE_DATA: server.folder };
  return runVitrine(line.split(' '), { cwd: folder, env });
}

it('people are invited, listed, invited again and not any more', async () => {
  const invited = await vitrine('user invite --email nora@example.com --role guest --seat dev --json');
  expect(invited.json).toMatchObject({
    email: 'nora@example.com',
    role: 'guest',
    seat: 'dev',
    delivery: 'shown',
  });
  const { id, link } = invited.json;
  const again = await vitrine(`user invite-again ${id}`);
  const shown = again.stdout.split('\n')[1] ?? '';
  expect(again.stdout).toMatch(/^nora@example\.com is invited \(\d+\)\. The server sends no mail/);
  expect(shown).toMatch(/^https:\/\/.*\/invitation\/[\w-]{43}$/);
  expect(shown).not.toBe(link);
  const { stdout } = await vitrine('user invitations');
  expect(stdout).toMatch(
    /^ID +E-MAIL +ROLE +SEAT +MAIL +EXPIRES\n\d+ +nora@example\.com +guest +dev +shown +20/,
  );
  expect(stdout).not.toContain('/invitation/');
  expect((await vitrine(`user withdraw ${id}`)).stdout).toBe(`The invitation ${id} is withdrawn.\n`);
  expect((await vitrine('user invitations --json')).json).toEqual([]);
  const refused = await vitrine('user invite --email nobody');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect((await vitrine('user invite')).code).toBe(2);
});

it('passwords are reset by a link, people signed out and removed', async () => {
  const made = await vitrine('user create --handle Bob --email bob@example.com --json');
  const reset = await vitrine(`user reset-password ${made.json.id} --json`);
  expect(reset.json).toEqual({
    delivery: 'shown',
    link: expect.stringMatching(/\/reset-password\/[\w-]{43}$/),
    expires_at: expect.any(String),
  });
  expect((await vitrine('user sign-out')).stdout).toBe('You are signed out everywhere.\n');
  expect((await vitrine(`user remove ${made.json.id} --files-to nobody`)).code).toBe(1);
  expect((await vitrine(`user remove ${made.json.id}`)).stdout).toBe(`${made.json.id} is removed.\n`);
});

it('a password of one’s own is chosen from a file, and changed with the one before only', async () => {
  await writeFile(join(folder, 'first'), 'correct horse battery staple\n');
  await writeFile(join(folder, 'second'), 'seven quiet otters\n');
  const change = 'user password --current-file first --new-file second';
  expect((await vitrine('user password --new-file first')).stdout).toBe('The password is changed.\n');
  expect((await vitrine('user password --new-file second')).stderr).toContain('current_password');
  expect((await vitrine(change)).stdout).toBe('The password is changed.\n');
  expect((await vitrine(change)).stderr).toContain('The current password is wrong.');
});

it('plan access tokens are made, listed and revoked with --plan, beside one’s own', async () => {
  const scopes = 'org:developer_log_read';
  const made = await vitrine(`token create --plan --name logs --scopes ${scopes} --expires-in 1d --json`);
  expect(made.json).toMatchObject({ name: 'logs', scopes: [scopes], issued_by: expect.any(String) });
  const names = async (line: string) => (await vitrine(line)).json.map(({ name }: { name: string }) => name);
  expect(await names('token list --plan --organization 1 --json')).toEqual(['logs']);
  expect(await names('token list --json')).not.toContain('logs');
  expect((await vitrine(`token revoke ${made.json.id}`)).code).toBe(1);
  expect((await vitrine(`token revoke --plan ${made.json.id}`)).code).toBe(0);
  expect(await names('token list --plan --json')).toEqual([]);
  const both = await vitrine(`token create --plan --exploration --name n --scopes ${scopes}`);
  expect(both.code).toBe(2);
});

it('plans are chosen, organizations renamed, lists of projects opened to people', async () => {
  const name = 'organization update --plan starter --name Makers';
  expect((await vitrine(name)).stdout).toBe('Makers (1) is on the starter plan.\n');
  expect((await vitrine('organization list')).stdout).toBe('ID  NAME    PLAN\n1   Makers  starter\n');
  expect((await vitrine('organization show --json')).json).toEqual({
    id: '1',
    name: 'Makers',
    plan: 'starter',
  });
  expect((await vitrine('organization update --plan free')).code).toBe(1);
  expect((await vitrine('organization update')).code).toBe(2);
  const { id } = (await vitrine('user create --handle Kim --email kim@example.com --json')).json;
  const approved = async () =>
    (await vitrine('user list --json')).json.find((one: { id: string }) => one.id === id).projects_access;
  expect((await vitrine(`user projects-access ${id} --approve`)).stdout).toContain('are open to');
  expect(await approved()).toBe(true);
  expect((await vitrine(`user projects-access ${id} --withdraw`)).stdout).toContain('are closed to');
  expect(await approved()).toBe(false);
  expect((await vitrine(`user projects-access ${id} --approve --withdraw`)).code).toBe(2);
});
