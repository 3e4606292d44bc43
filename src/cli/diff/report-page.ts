import { hash } from 'node:crypto';
import { escapeXml } from '../../render/svg/xml.ts';
import { printable } from '../printed-text.ts';
import { changeHead, changeLine, summaryText } from './change-text.ts';
import type { Change, CountedFrame, Counts } from './comparison.ts';
import { pixelsText } from './pixels-rule.ts';
import { reportStyle } from './report-style.ts';

/** Names come from other people: nothing in them is markup, or turns the direction of writing. */
const text = (value: string): string => escapeXml(printable(value));
const lines = (value: string): string => value.split('\n').map(text).join('\n');

/** Nothing but what stands in the page itself is shown, and nothing runs. */
const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash('sha256', reportStyle, 'base64')}'; base-uri 'none'; form-action 'none'`;

/** The page begins with what was compared and how much is another. */
export const reportHead = (title: string, counts: Counts): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title>
<style>${reportStyle}</style>
<main>
<h1>${text(title)}</h1>
<p>${text(summaryText(counts).trimEnd())}</p>
`;

export interface FramePictures {
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
  readonly difference: Buffer | undefined;
}

const captions = { before: 'Before', after: 'After', difference: 'Difference' } as const;
const absences = { before: 'was not there', after: 'is not there', difference: 'shows nothing' } as const;

/** A frame with its pictures. */
export function reportFrame(frame: CountedFrame, pictures: FramePictures): string {
  const { name, id, path } = frame;
  const figures = (['before', 'after', 'difference'] as const).map((kind) => {
    const bytes = pictures[kind];
    const picture =
      bytes === undefined
        ? `<p>${absences[kind]}</p>`
        : `<img alt="${text(name)}: ${captions[kind].toLowerCase()}" src="data:image/png;base64,${bytes.toString('base64')}">`;
    return `<figure>${picture}<figcaption>${captions[kind]}</figcaption></figure>`;
  });
  return `<section>
<h2>${text(name)} <small>${text(path.join(' / '))} · ${text(id)} · ${frame.kind} · ${pixelsText(frame.pixels)}</small></h2>
<div>${figures.join('')}</div>
</section>
`;
}

/** What changed, node by node, and how much of it is not listed. */
export function reportEnd(changes: readonly Change[], left: number): string {
  const items = changes.map((change) => `<li>${text(changeHead(change))}${propertiesOf(change)}</li>\n`);
  const more = left === 0 ? '' : `<p>${left.toLocaleString('en')} more changes are not listed.</p>\n`;
  return `<h2>Node by node</h2>\n<ul>\n${items.join('')}</ul>\n${more}</main>\n</html>\n`;
}

function propertiesOf(change: Change): string {
  if (change.properties.length === 0) return '';
  const shown = change.properties.map((property) => {
    if (property.words === undefined) return `<li>${text(changeLine(property))}</li>`;
    const words = property.words.map(({ kind, text: word }) => {
      const tag = { same: 'span', removed: 'del', added: 'ins' }[kind];
      return `<${tag}>${lines(word)}</${tag}>`;
    });
    return `<li>${text(property.property)}: <q>${words.join('')}</q></li>`;
  });
  return `<ul>${shown.join('')}</ul>`;
}
