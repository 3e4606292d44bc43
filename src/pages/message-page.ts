import { html } from '../console/html.ts';
import type { TextAnswer } from '../operation.ts';
import { pageAnswer } from './page.ts';

/** A page that says one thing and asks for nothing. */
export function messagePage(title: string, sentence: string, status = 200): TextAnswer {
  return pageAnswer({ title, status, content: html`<h1>${title}</h1>\n<p>${sentence}</p>` });
}

/** The same for whoever is not signed in, with the way to where they do that. */
export function signedOutPage(title: string, sentence: string, basePath: string, status = 200): TextAnswer {
  return pageAnswer({
    title,
    status,
    basePath,
    content: html`<h1>${title}</h1>
<p>${sentence}</p>
<p class="quiet after"><a href="${basePath}/sign-in">To the sign-in</a></p>`,
  });
}

/** What a refusal looks like to people, with the way back where the page knows it. */
export function refusalPage(status: number, sentence: string, home?: string): TextAnswer {
  const title = status < 500 ? 'This does not work' : 'Something went wrong';
  return home === undefined
    ? messagePage(title, sentence, status)
    : pageWithWayBack(title, sentence, { status, home });
}

/** For addresses that name nothing. */
export const nothingHerePage = (home: string): TextAnswer =>
  pageWithWayBack('There is nothing here', 'There is no page of this server at this address.', {
    status: 404,
    home,
  });

function pageWithWayBack(
  title: string,
  sentence: string,
  { status, home }: { readonly status: number; readonly home: string },
): TextAnswer {
  const content = html`<h1>${title}</h1>
<p>${sentence}</p>
<p><a class="button" href="${home}">To your files</a></p>`;
  return pageAnswer({ title, status, basePath: home.slice(0, home.lastIndexOf('/')), content });
}
