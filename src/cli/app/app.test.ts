import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { castWorkspace, onePixelPng, organizations } from '../../testing/cast.ts';
import { runVitrine } from '../../testing/command-io.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ workspace: castWorkspace() });
});
afterAll(() => server.close());

const vitrine = (...args: string[]) =>
  runVitrine(['app', ...args], {
    env: { VITRINE_URL: server.url, VITRINE_TOKEN: server.adminToken, VITRINE_CA: server.caPath ?? '' },
  });

describe('vitrine app', () => {
  it('takes an app from a draft to its review and its end', async () => {
    const logo = join(server.folder, 'logo.png');
    await writeFile(logo, onePixelPng);
    const made = await vitrine('create', '--name', 'Measure', '--organization', organizations.acme, '--json');
    const { client_id: id, client_secret: secret } = made.json;
    const urls = 'https://a.example/one https://a.example/two';
    const configured = await vitrine(
      'configure',
      id,
      '--redirect-urls',
      urls,
      '--scopes',
      'file_content:read,file_metadata:read',
      '--visibility',
      'public',
      '--description',
      'Measures.',
      '--logo',
      logo,
      '--testing-steps',
      'Try.',
      '--json',
      '--website',
      'https://a.example/',
      '--support-contact',
      'help@a.example',
    );
    expect(configured.json).toMatchObject({
      redirect_urls: urls.split(' '),
      scopes: ['file_content:read', 'file_metadata:read'],
      website: 'https://a.example/',
      support_contact: 'help@a.example',
      testing_instructions: { steps: 'Try.' },
      logo: `data:image/png;base64,${onePixelPng.toString('base64')}`,
    });
    expect((await vitrine('publish', id)).stdout).toBe(`Measure (${id}) is draft, waits for its review.\n`);
    expect((await vitrine('list', '--pending')).stdout).toMatch(new RegExp(`${id}\\s+Measure\\s+draft`));
    expect((await vitrine('review', id, '--send-back', 'Say more.')).stdout).toContain('was sent back');
    await vitrine('publish', id);
    const shown = await vitrine('review', id);
    expect(shown.stdout).toMatch(
      /^ {2}Revision +2\n(.*\n)* {2}Redirect addresses +https:\/\/a\.example\/one /m,
    );
    await vitrine('configure', id, '--redirect-urls', 'https://evil.example/');
    await vitrine('publish', id);
    const unseen = await vitrine('review', id, '--approve', '--revision', '2');
    expect([unseen.code, unseen.stderr]).toEqual([
      1,
      'The app was changed since that revision; look at it again.\n',
    ]);
    const approved = await vitrine('review', id, '--approve', '--revision', '3');
    expect(approved.stdout).toBe(`Measure (${id}) is public.\n`);
    const renewed = (await vitrine('new-secret', id)).stdout;
    expect(renewed).toMatch(/^Client id {6}\S+\nClient secret {2}[\w-]{43}\n$/);
    expect(renewed).not.toContain(secret);
    expect((await vitrine('delete', id)).stdout).toBe(`The app ${id} is deleted.\n`);
    expect((await vitrine('delete', id)).stderr).toMatch(/^App not found\. /);
  });

  it('opens the lists of projects to an app, and takes back what somebody allowed', async () => {
    const made = await vitrine('create', '--name', 'Lists', '--organization', organizations.acme, '--json');
    const { client_id: id } = made.json;
    const access = async (...args: string[]) =>
      (await vitrine('projects-access', id, ...args, '--json')).json.projects_access;
    expect([await access('--approve'), await access('--withdraw')]).toEqual(['approved', 'none']);
    expect((await vitrine('projects-access', id)).stderr).toContain('Give either --approve or --withdraw.');
    await vitrine('configure', id, '--scopes', 'file_content:read');
    const administrator = await server.context.database
      .selectFrom('users')
      .select('id')
      .where('installation_admin', '=', 1)
      .executeTakeFirstOrThrow();
    await server.context.database
      .insertInto('app_grants')
      .values({
        app_id: id,
        user_id: administrator.id,
        refresh_hash: 'hash',
        code_hash: 'hash',
        scopes: '["file_content:read"]',
        created_at: 0,
      })
      .execute();
    expect((await vitrine('allowed')).stdout).toMatch(new RegExp(`${id} +Lists +1970-.* file_content:read`));
    expect((await vitrine('take-back', id)).stdout).toBe(`The app ${id} acts for you no longer.\n`);
    expect((await vitrine('allowed', '--json')).json).toEqual([]);
    expect((await vitrine('take-back', id)).code).toBe(1);
  });

  it('says what is wrong before it asks the server', async () => {
    expect((await vitrine('create', '--name', 'A')).stderr).toContain(
      'Give either --team or --organization.',
    );
    const both = await vitrine('review', 'x', '--approve', '--send-back', 'No.');
    expect(both.stderr).toContain('Give either --approve or --send-back.');
    expect((await vitrine('review', 'x', '--approve')).stderr).toContain('Give --revision: the one that');
    const missing = await vitrine('configure', 'x', '--logo', '/nowhere/logo.png');
    expect([missing.code, missing.stderr]).toEqual([
      1,
      'The file /nowhere/logo.png cannot be read: it is not there.\n',
    ]);
  });
});
