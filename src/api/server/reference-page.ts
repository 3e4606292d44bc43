import type { PublishedDocument } from '../../contract/published-document.ts';
import { type Entry, type TagEntries, tagsOf } from './reference-entries.ts';
import { article } from './reference-operation.ts';
import { schemasOf } from './reference-schemas.ts';
import { escaped, prose, verb } from './reference-text.ts';

interface Shell {
  readonly title: string;
  readonly published: PublishedDocument;
  readonly tags: readonly TagEntries[];
  /** From the page to where the server's paths begin. */
  readonly up: '' | '../';
  readonly style: string;
  readonly sought?: string;
}

/** What all pages of the reference have: the tags, the field that searches them, the style. */
function shell({ title, published, tags, up, style, sought = '' }: Shell, main: string): string {
  const { info } = published as unknown as { info: { title: string } };
  const items = tags.map(({ name, slug }) => `<li><a href="${up}docs/${slug}">${escaped(name)}</a></li>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><nav aria-label="Reference"><a class="home" href="${up}docs">${escaped(info.title)}</a>
<form role="search" action="${up}docs"><label>Search the reference <input type="search" name="q" value="${escaped(sought)}" maxlength="200"></label></form>
<ul>${items.join('')}</ul></nav>
<main>${main}</main></body></html>`;
}

/** The first page: every operation by its tag, or those that are sought. */
export function referencePage(published: PublishedDocument, style: string, sought = ''): string {
  const { info } = published as unknown as { info: { title: string; version: string; description?: string } };
  const tags = tagsOf(published);
  const found = tags
    .map((tag) => ({ ...tag, entries: tag.entries.filter((entry) => isFound(entry, sought)) }))
    .filter(({ entries }) => entries.length > 0);
  const head =
    sought === ''
      ? `<h1>${escaped(info.title)} <small>${escaped(info.version)}</small></h1>
<p>${prose(info.description ?? '')}</p>
<p>Address: <code>${escaped(published.servers[0]?.url ?? '')}</code>. The same as data: <a href="openapi.json">openapi.json</a>.</p>`
      : `<h1>Operations with “${escaped(sought)}”</h1><p>${countText(found)} <a href="docs">All operations</a>.</p>`;
  const title = `${info.title}: reference`;
  return shell({ title, published, tags, up: '', style, sought }, `${head}\n${found.map(listed).join('\n')}`);
}

function countText(found: readonly TagEntries[]): string {
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return count === 1 ? 'One is found.' : `${count} are found.`;
}

/** All words of the search stand in its name, address or descriptions. */
function isFound({ method, path, operation }: Entry, sought: string): boolean {
  const { operationId, summary, description } = operation;
  const text = `${method} ${path} ${operationId} ${summary} ${description}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function listed({ name, slug, description, entries }: TagEntries): string {
  const items = entries.map(
    ({ method, path, operation: { operationId: id, summary } }) =>
      `<li id="${id}">${verb(method)} <a href="docs/${slug}#${id}">${escaped(summary ?? id)}</a> <code>${escaped(path)}</code></li>`,
  );
  return `<section><h2><a href="docs/${slug}">${escaped(name)}</a></h2><p>${prose(description ?? '')}</p><ul class="operations">${items.join('')}</ul></section>`;
}

/** The page of a tag that there is, with all of its operations and what they speak of. */
export function referenceTagPage(published: PublishedDocument, style: string, slug: string): string {
  const tags = tagsOf(published);
  const tag = tags.find((one) => one.slug === slug);
  if (tag === undefined) throw new Error(`There is no tag ${slug}.`);
  const contents = tag.entries.map(
    ({ method, operation: { operationId: id, summary } }) =>
      `<li>${verb(method)} <a href="#${id}">${escaped(summary ?? id)}</a></li>`,
  );
  const main = `<h1>${escaped(tag.name)}</h1><p>${prose(tag.description ?? '')}</p><ul class="operations">${contents.join('')}</ul>
${tag.entries.map((entry) => article(entry, published)).join('\n')}
${schemasOf(published, tag.entries)}`;
  return shell({ title: `${tag.name}: reference`, published, tags, up: '../', style }, main);
}
