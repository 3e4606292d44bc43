import type { UserId } from '../contract/branded-ids.ts';
import type { ConsoleEntry } from './console-files.ts';
import { type Html, html } from './html.ts';

/** What the pages of the console may load and call: this server alone, and nothing written into the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const consoleHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * The page that every address of the console begins with; the script makes the rest of it.
 *
 * @param person Id of the person who is signed in: what they write is shown to nobody else who signs in
 */
export function consolePage(entry: ConsoleEntry, basePath: string, person: UserId): string {
  return html`<!doctype html>
<html lang="en" data-base="${basePath}" data-person="${person}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Vitrine</title>
<link rel="icon" href="data:,">
${entryTags(entry, basePath)}</head>
<body>
<div id="console"></div>
<noscript>These pages need JavaScript.</noscript>
</body>
</html>
`.markup;
}

/** What a page's head holds for its script and its styles to be loaded. */
export function entryTags({ scripts, styles }: ConsoleEntry, basePath: string): readonly Html[] {
  return [
    ...styles.map((path) => html`<link rel="stylesheet" href="${basePath}/${path}">\n`),
    ...scripts.map((path) => html`<script type="module" src="${basePath}/${path}"></script>\n`),
  ];
}
