import { html } from '../console/html.ts';
import type { TextAnswer } from '../operation.ts';
import { pageAnswer } from './page.ts';

/** A page that says one thing and asks for nothing. */
export function messagePage(title: string, sentence: string, status = 200): TextAnswer {
  return pageAnswer({ title, status, content: html`<h1>${title}</h1>\n<p>${sentence}</p>` });
}

/** What a refusal looks like to people. */
export function refusalPage(status: number, sentence: string): TextAnswer {
  return messagePage(status < 500 ? 'This does not work' : 'Something went wrong', sentence, status);
}
