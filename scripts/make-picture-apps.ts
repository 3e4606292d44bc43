import type { Browser } from 'playwright-core';
import { clientOf, type Target } from '../conformance/harness/client.ts';

interface Place {
  readonly target: Target;
  /** Of the administrator of the installation. */
  readonly token: string;
  readonly organization: string;
}

const apps = '/workspace/v1/apps';
const base = {
  redirect_urls: ['https://handoff.example/callback'],
  scopes: ['current_user:read', 'file_content:read', 'file_comments:read'],
};

/** Makes apps in several states, for the pictures of the pages about them. */
export async function makePictureApps(browser: Browser, place: Place): Promise<void> {
  const call = clientOf(place.target);
  const own = async (method: string, path: string, body?: object) => {
    const answer = await call(method, `${apps}${path}`, { token: place.token, body });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  const make = async (name: string, more: object) =>
    (await own('POST', '', { ...base, name, organization: place.organization, ...more })).client_id;
  const draft = await make('Icon export', {
    logo: await logoOf(browser, '#0f766e', 'M16 8v10m-5-5 5 5 5-5M9 23h14'),
  });
  const checker = await make('Contrast check', {
    logo: await logoOf(browser, '#7c3aed', 'M10 10h12v12H10z'),
  });
  await own('POST', `/${checker}/publish`);
  const handoff = await make('Handoff', {
    logo: await logoOf(browser, '#1d4ed8', 'M9 17l5 5 9-12'),
    visibility: 'public',
    description: 'Writes down sizes and distances for whoever builds a page.',
    website: 'https://handoff.example/',
    support_contact: 'help@handoff.example',
    testing_instructions: { steps: 'Sign in with the trial account.\nChoose a page and press Measure.' },
  });
  await own('POST', `/${handoff}/publish`);
  const { revision } = await own('GET', `/${handoff}`);
  await own('POST', `/${handoff}/review`, { decision: 'approve', revision });
  await own('PUT', `/${handoff}`, { scopes: [...base.scopes, 'file_comments:write'] });
  await own('PUT', `/${draft}`, { description: 'Hands icons to the build, each in the sizes it needs.' });
}

/** A plain mark on a ground, as a `data:` address. */
async function logoOf(browser: Browser, ground: string, mark: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
  const line = 'fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"';
  await page.setContent(
    `<svg viewBox="0 0 32 32" style="position:fixed;inset:0;background:${ground}"><path d="${mark}" ${line}/></svg>`,
  );
  const bytes = await page.screenshot();
  await page.close();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}
