import { createHash } from 'node:crypto';
import { type Html, html } from '../console/html.ts';
import type { TextAnswer } from '../operation.ts';
import { pageStyle } from './page-style.ts';

const hashOf = (style: string): string => createHash('sha256').update(style).digest('base64');

/** A page to be. */
export interface Page {
  readonly title: string;
  readonly content: Html;
  /** What the address of the page begins with: its font lies below. Left out: a font of the reader's machine. */
  readonly basePath?: string;
  /** Where its forms may end up besides here: the origin that a redirect leads to. */
  readonly formTarget?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer that is a page: no script, nothing from elsewhere, in no frame, kept nowhere. */
export function pageAnswer(page: Page): TextAnswer {
  return {
    status: page.status ?? 200,
    headers: { ...pageHeaders(page.formTarget, pageStyle(page.basePath)), ...page.headers },
    contentType: 'text/html; charset=utf-8',
    text: pageText(page),
  };
}

/** On to another address, with GET whatever the method was. @see RFC 9700, 4.12 */
export function seeOther(location: string, headers: NonNullable<TextAnswer['headers']> = {}): TextAnswer {
  return {
    status: 303,
    headers: { ...pageHeaders(undefined, ''), location, ...headers },
    contentType: 'text/plain',
    text: '',
  };
}

function pageHeaders(formTarget: string | undefined, style: string): Record<string, string> {
  const formAction = ["'self'", ...(formTarget === undefined ? [] : [formTarget])].join(' ');
  return {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hashOf(style)}'; font-src 'self'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  };
}

export function pageText({ title, content, basePath }: Pick<Page, 'title' | 'content' | 'basePath'>): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Vitrine</title>
<style>${{ markup: pageStyle(basePath) }}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.markup;
}
