import { createHash } from 'node:crypto';
import { type Html, html } from '../console/html.ts';
import type { TextAnswer } from '../operation.ts';
import { pageStyle } from './page-style.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** A page to be. */
export interface Page {
  readonly title: string;
  readonly content: Html;
  /** Where its forms may end up besides here: the origin that a redirect leads to. */
  readonly formTarget?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer that is a page: no script, nothing from elsewhere, in no frame, kept nowhere. */
export function pageAnswer(page: Page): TextAnswer {
  return {
    status: page.status ?? 200,
    headers: { ...pageHeaders(page.formTarget), ...page.headers },
    contentType: 'text/html; charset=utf-8',
    text: pageText(page),
  };
}

/** On to another address, with GET whatever the method was. @see RFC 9700, 4.12 */
export function seeOther(location: string, headers: NonNullable<TextAnswer['headers']> = {}): TextAnswer {
  return {
    status: 303,
    headers: { ...pageHeaders(undefined), location, ...headers },
    contentType: 'text/plain',
    text: '',
  };
}

function pageHeaders(formTarget: string | undefined): Record<string, string> {
  const formAction = ["'self'", ...(formTarget === undefined ? [] : [formTarget])].join(' ');
  return {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  };
}

export function pageText({ title, content }: Pick<Page, 'title' | 'content'>): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Vitrine</title>
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.markup;
}
