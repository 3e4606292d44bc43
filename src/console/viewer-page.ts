import type { FileKey } from '../contract/branded-ids.ts';
import type { ConsoleEntry } from './console-files.ts';
import { entryTags } from './console-page.ts';
import { type Html, html, safeText } from './html.ts';

/** What a page of the viewer shows. */
export interface ViewerPage {
  readonly name: string;
  /** A page of its own, what stands in a frame of another page, or a published site. */
  readonly mode: 'page' | 'embed' | 'site';
  readonly fileKey: FileKey;
  /** Path of the facts that the script asks for. */
  readonly facts: string;
  /** Canonical address of the page, also of what stands in a frame. */
  readonly address: string;
  /** Address of a picture of the whole, where there is one. */
  readonly picture: string | undefined;
  /** Address of the answer of oEmbed; only of what is open to anyone. */
  readonly oembed: string | undefined;
}

/** Where else than in a window of its own a page may stand: origins, or `*`. */
export type Ancestors = readonly string[];

/** What pages of the viewer may load and call, and what they may stand in. */
export function viewerHeaders({ mode, picture }: ViewerPage, ancestors: Ancestors): Record<string, string> {
  const images = picture === undefined ? '' : ` ${new URL(picture).origin}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${images}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    frameAncestors(mode === 'embed' ? ancestors : []),
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...(mode === 'embed' ? {} : closedFrame),
  };
}

/** What only stands in windows of its own. */
const closedFrame = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

export function frameAncestors(ancestors: Ancestors): string {
  if (ancestors.length === 0) return "frame-ancestors 'none'";
  return `frame-ancestors ${ancestors.includes('*') ? '*' : ["'self'", ...ancestors].join(' ')}`;
}

/** The page itself; its script puts the viewer into `<main>`, and without one there is the picture. */
export function viewerPage(page: ViewerPage, entry: ConsoleEntry, basePath: string): string {
  const { mode, fileKey, facts, address } = page;
  const name = safeText(page.name);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${mode === 'site' ? name : `${name} · Vitrine`}</title>
${tellingTags(page, name)}<link rel="icon" href="data:,">
${entryTags(entry, basePath)}</head>
<body>
<main data-file-key="${fileKey}" data-facts="${facts}" data-mode="${mode}" data-page="${address}">
<h1>${name}</h1>
<noscript>${pictureTag(page, name)}<p>Its pages, and a closer look, need JavaScript.</p></noscript>
</main>
</body>
</html>
`.markup;
}

const pictureTag = ({ picture }: ViewerPage, name: string): readonly Html[] =>
  picture === undefined ? [] : [html`<img src="${picture}" alt="${name}">`];

/** What the page tells programs that read it: other sites, search engines, messengers. */
function tellingTags(page: ViewerPage, name: string): readonly Html[] {
  const { mode, address, picture, oembed } = page;
  const tags = [html`<link rel="canonical" href="${address}">`];
  if (mode !== 'site' || oembed === undefined) tags.push(html`<meta name="robots" content="noindex">`);
  if (oembed !== undefined) {
    const kind = mode === 'site' ? 'A published site' : 'A design file';
    tags.push(
      html`<meta name="description" content="${kind}: ${name}">`,
      html`<meta property="og:type" content="website">`,
      html`<meta property="og:title" content="${name}">`,
      html`<meta property="og:url" content="${address}">`,
      ...(picture === undefined ? [] : [html`<meta property="og:image" content="${picture}">`]),
      html`<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${name}">`,
    );
  }
  return tags.map((tag) => html`${tag}\n`);
}
