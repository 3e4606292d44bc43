import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf } from './harness/cast.ts';
import { hasChromium, openChromium, withoutChromium } from './harness/chromium.ts';
import { type ConsoleWindow, keepWholePicture, openConsole } from './harness/console.ts';
import { anyEngine, presentEngines } from './harness/engines.ts';
import { exampleFile } from './harness/example-file.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';

let chromium: Awaited<ReturnType<typeof openChromium>> | undefined;
beforeAll(async () => {
  if (hasChromium) chromium = await openChromium(...presentEngines());
});
afterAll(() => chromium?.close());

const at = '2026-01-02T03:04:05Z';
const many = 10_000;
/** More elements than any page needs that draws what is seen of a list. */
const mostElements = 8_000;
/** What people and tools may call things: as long as a name can be, markup, and from right to left. */
const names = ['W'.repeat(255), '<b>Not</b> & <script>bold</script>', 'שלום عالم'];
const nameOf = (place: number): string => names[place] ?? `Thing ${place}`;

const user = (place: number) => ({ id: `u${place}`, handle: nameOf(place), img_url: '' });

interface List {
  readonly page: string;
  /** The path of the operation that answers the list. */
  readonly of: string;
  readonly member: string;
  readonly row: (place: number) => object;
  /** What the page says while there is nothing; left out where there always is something. */
  readonly none?: RegExp;
}

describe.skipIf(!hasChromium)(`Lists of any length in the console${withoutChromium}`, () => {
  const server = anyEngine();
  let oauth: OauthWorld;
  let window: ConsoleWindow;
  const id = (given: string) => oauth.world.id(given);
  const organization = () => `/workspace/v1/organizations/${id('900')}`;

  beforeAll(async () => {
    oauth = await oauthWorld(server, [], { files: [fileOf('main', exampleFile, { name: 'Start page' })] });
    window = await openConsole({
      ...{ browser: chromium?.browser as Browser, server, path: '/settings' },
      email: oauth.emailOf('alice'),
    });
  });
  afterAll(() => window?.context.close());

  const lists: Readonly<Record<string, () => List>> = {
    'your tokens': () => ({
      ...{ page: '/settings/security', of: '/workspace/v1/me/tokens', member: 'tokens' },
      row: (place) => ({
        ...{ id: `t${place}`, name: nameOf(place), scopes: ['files:read', 'workspace:read'] },
        ...{ created_at: at, expires_at: at, last_used_at: null },
      }),
      none: /You have no tokens/,
    }),
    'apps that you allowed': () => ({
      ...{ page: '/settings', of: '/workspace/v1/me/apps', member: 'apps' },
      row: (place) => ({
        client_id: `a${place}`,
        name: nameOf(place),
        scopes: ['files:read'],
        allowed_at: at,
      }),
      none: /You have allowed no app/,
    }),
    teams: () => ({
      ...{ page: '/files', of: '/workspace/v1/teams', member: 'teams' },
      row: (place) => ({
        ...{ id: `5${place}`, name: nameOf(place), organization: id('900'), archived_at: null, members: [] },
      }),
      none: /You are in no team yet/,
    }),
    'projects of a team': () => ({
      ...{ page: `/files/team/${id('100')}/Core`, of: '/workspace/v1/projects', member: 'projects' },
      row: (place) => ({
        ...{ id: `6${place}`, name: nameOf(place), team: id('100'), access: 'team' },
        ...{ parent: null, archived_at: null, members: [] },
      }),
      none: /This team has no projects/,
    }),
    'files of a project': () => ({
      ...{ page: `/files/team/${id('100')}/Core`, of: '/workspace/v1/files', member: 'files' },
      row: (place) => ({
        ...{ key: `k${place}`, name: nameOf(place), editor_type: 'figma', last_modified: at },
        ...{ thumbnail_url: null, url: `${server.url}/design/k${place}/x` },
      }),
      none: /No files yet/,
    }),
    'archived files': () => ({
      ...{ page: '/files/archived', of: '/workspace/v1/recent-files', member: 'files' },
      row: (place) => ({
        ...{ key: `k${place}`, name: nameOf(place), editor_type: 'figma', last_modified: at },
        ...{ thumbnail_url: null, url: `${server.url}/design/k${place}/x`, project: '1', team: '1' },
        ...{ project_name: nameOf(0), team_name: nameOf(2) },
      }),
      none: /Nothing is archived/,
    }),
    people: () => ({
      ...{ page: '/settings/organization/people', of: `${organization()}/users`, member: 'users' },
      row: (place) => ({
        ...{ id: `u${place}`, handle: nameOf(place), email: `${'m'.repeat(60)}${place}@example.com` },
        ...{ role: 'member', seat: 'full', last_seen_at: null, projects_access: 'none', img_url: '' },
      }),
    }),
    invitations: () => ({
      ...{
        page: '/settings/organization/people',
        of: `${organization()}/invitations`,
        member: 'invitations',
      },
      row: (place) => ({
        ...{ id: `i${place}`, email: `${'m'.repeat(60)}${place}@example.com`, handle: nameOf(place) },
        ...{ role: 'member', seat: 'full', delivery: 'shown', created_at: at, sent_at: at, expires_at: at },
      }),
    }),
    'teams of the organization': () => ({
      ...{ page: '/settings/organization/teams', of: '/workspace/v1/teams', member: 'teams' },
      row: (place) => ({
        ...{ id: `5${place}`, name: nameOf(place), organization: id('900'), archived_at: null },
        members: [{ user: '1', handle: nameOf(place), role: 'admin' }],
      }),
    }),
    'plan tokens': () => ({
      ...{ page: '/settings/organization/tokens', of: `${organization()}/tokens`, member: 'tokens' },
      row: (place) => ({
        ...{ id: `t${place}`, name: nameOf(place), scopes: ['org:activity_log_read'], ended: false },
        ...{ issued_by: 'u0', created_at: at, expires_at: at, last_used_at: null },
      }),
      none: /The organization has no tokens/,
    }),
    apps: () => ({
      ...{ page: '/developers/apps', of: '/workspace/v1/apps', member: 'apps' },
      row: (place) => ({
        ...{ client_id: `a${place}`, name: nameOf(place), state: 'draft', review: 'none', logo_url: null },
        ...{ visibility: 'private', team_name: nameOf(0), organization_name: null, created_at: at },
      }),
      none: /There are no apps yet/,
    }),
    'comments of a file': () => ({
      page: `/design/${id('main')}/Start-page?panel=comments`,
      ...{ of: `/v1/files/${id('main')}/comments`, member: 'comments' },
      row: (place) => ({
        ...{ id: `${place + 1}`, file_key: id('main'), parent_id: undefined, user: user(place) },
        ...{ message: nameOf(place), created_at: at, resolved_at: null, order_id: `${place + 1}` },
        ...{ client_meta: { x: place, y: place }, reactions: [] },
      }),
      none: /No open threads/,
    }),
  };

  /** Lets the pages get as many rows of a list as are wanted, once each read asks. */
  async function answerWith(page: Page, { of, member, row }: List, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, place) => row(place));
    const answer = (route: Route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { [member]: rows } }) : route.continue();
    await page.route((url) => url.pathname === of, answer);
  }

  it.each(Object.entries(lists))('%s: none, a few with any name, and ten thousand', async (name, list) => {
    const { page } = window;
    const given = list();
    const shown = async (count: number) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await answerWith(page, given, count);
      await page.goto(server.url + given.page);
    };
    const text = () => page.locator('body').textContent();
    if (given.none !== undefined) {
      await shown(0);
      await expect.poll(text, { timeout: 30_000 }).toMatch(given.none);
    }
    await page.setViewportSize({ width: 320, height: 740 });
    await shown(names.length);
    for (const one of given.member === 'invitations' ? [] : names)
      await expect.poll(text, { timeout: 30_000 }).toContain(one);
    const overhang = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    await expect.poll(overhang, { timeout: 30_000 }).toBeLessThanOrEqual(0);
    await keepWholePicture(page, `console-names-${name.replaceAll(' ', '-')}`);
    await page.setViewportSize({ width: 2560, height: 1200 });
    await expect.poll(overhang, { timeout: 30_000 }).toBeLessThanOrEqual(0);
    await shown(many);
    await page
      .getByText(/Show \d+ more of [\d,]+/)
      .first()
      .waitFor();
    await expect
      .poll(text, { timeout: 30_000 })
      .toContain(given.member === 'invitations' ? '@example.com' : names[1]);
    expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThan(mostElements);
    expect(await overhang()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
