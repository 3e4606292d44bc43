import { html, safeText } from '../../console/html.ts';
import type { EmbedSize } from './embed-size.ts';

/** The markup that shows a page in a frame; well-formed whatever the title is. @see EMB-15 */
export function embedMarkup(address: string, title: string, { width, height }: EmbedSize): string {
  return html`<iframe src="${address}" width="${String(width)}" height="${String(height)}" title="${safeText(title)}" style="border: 1px solid rgba(0, 0, 0, 0.1)" loading="lazy" allowfullscreen="true"></iframe>`
    .markup;
}
