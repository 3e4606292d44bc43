import { type Answer, type Call, clientOf, type Target } from './client.ts';

/** A form as it stands on a page. */
export interface Form {
  readonly method: string;
  readonly action: string;
  /** Fields with the values that they have, buttons left out. */
  readonly fields: Record<string, string>;
  /** Labels of its buttons. */
  readonly buttons: readonly string[];
}

/** What follows forms and keeps cookies, and nothing else: a browser without scripts. */
export interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(
    path: string,
    fields: Record<string, string> | string,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Sends the form of a page whose button has that label, filled in. */
  submit(page: Answer, button: string, filledIn?: Record<string, string>): Promise<Answer>;
}

/** @param target a server, or what calls one of several */
export function openBrowser(target: Target | { readonly call: Call }): Browser {
  const call = 'call' in target ? target.call : clientOf(target);
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(method, path, {
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, line);
    return answer;
  };
  const browser: Browser = {
    cookies,
    get: (path, headers = {}) => send('GET', path, headers),
    post: (path, fields, headers = {}) =>
      send(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      ),
    submit: (page, button, filledIn = {}) => {
      const form = formsOf(page).find(({ buttons }) => buttons.includes(button));
      if (form === undefined) throw new Error(`No form has a button "${button}":\n${page.text}`);
      const pressed = /<button[^>]*name="([^"]*)" value="([^"]*)">/.exec(buttonMarkup(page, button));
      return browser.post(form.action, {
        ...form.fields,
        ...filledIn,
        ...(pressed === null ? {} : { [pressed[1] as string]: pressed[2] as string }),
      });
    },
  };
  return browser;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', value = ''] = pair.split('=');
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, value);
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const attribute = (markup: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(markup)?.[1];
  return found === undefined ? undefined : unescaped(found);
};

const buttonMarkup = (page: Answer, label: string): string =>
  [...page.text.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].find(([, text]) => text === label)?.[0] ?? '';

/** The forms of a page. A group of choices counts with the one that is checked. */
export function formsOf(page: Answer): Form[] {
  return [...page.text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', content = '']) => ({
    method: attribute(head, 'method') ?? '',
    action: attribute(head, 'action') ?? '',
    fields: Object.fromEntries(
      [...content.matchAll(/<input[^>]*>/g)]
        .map(([markup]) => markup)
        .filter((markup) => attribute(markup, 'type') !== 'radio' || / checked/.test(markup))
        .map((markup) => [attribute(markup, 'name') ?? '', attribute(markup, 'value') ?? '']),
    ),
    buttons: [...content.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, label = '']) =>
      unescaped(label),
    ),
  }));
}
