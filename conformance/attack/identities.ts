import type { Browser } from '../harness/browser.ts';
import { clientOf, type Target } from '../harness/client.ts';
import type { SignInProvider } from '../harness/sign-in-provider.ts';
import { emailOf, ours, password } from './tenants.ts';

const attemptCookie = '__Host-vitrine-sso';
const subjects = ['at-work', 'at-home'];

/** Links the account of whoever is signed in to people at the provider, through the browser as they would. */
export async function linkIdentities(
  server: Target,
  provider: SignInProvider,
  { browser, csrf }: { readonly browser: Browser; readonly csrf: string },
): Promise<void> {
  for (const subject of subjects) {
    provider.people.set(subject, { email: emailOf(ours, subject), email_verified: true, name: ours.words });
    const cookie = cookiesOf(browser);
    const begun = await clientOf(server)('POST', '/workspace/v1/me/identities', {
      headers: { cookie, 'x-vitrine-csrf': csrf },
      body: { password },
    });
    const [attempt = ''] = [begun.headers['set-cookie'] ?? []].flat();
    browser.cookies.set(attemptCookie, /=([^;]*)/.exec(attempt)?.[1] ?? '');
    const { pathname, search } = await provider.signIn(begun.json.url, subject);
    await browser.get(pathname + search);
  }
  browser.cookies.delete(attemptCookie);
}

export const cookiesOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
