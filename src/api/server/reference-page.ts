import type { PublishedDocument } from '../../contract/published-document.ts';
import { referenceStyle } from './reference-style.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  default?: unknown;
  minimum?: number;
  maximum?: number;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
  description?: string;
  $ref?: string;
}

interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: Content;
  responses: Record<string, Content>;
  'x-scopes'?: string[];
  'x-tier'?: number | null;
  'x-open'?: boolean;
}

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** The description of the interface as one page of plain HTML, a section for each tag. */
export function referencePage(published: PublishedDocument): string {
  const { info, tags } = published as unknown as {
    info: { title: string; version: string; description?: string };
    tags: { name: string; description?: string }[];
  };
  const entries = Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Entry => ({ method, path, operation: operation as unknown as Operation }),
    ),
  );
  const sections = tags
    .map((tag) => ({ ...tag, entries: entries.filter(({ operation }) => operation.tags?.[0] === tag.name) }))
    .filter((section) => section.entries.length > 0);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}: reference</title><style>${referenceStyle}</style></head>
<body><nav aria-label="Operations"><a class="home" href="#top">${escaped(info.title)}</a>
${sections.map(navigation).join('\n')}</nav>
<main id="top"><h1>${escaped(info.title)} <small>${escaped(info.version)}</small></h1>
<p>${prose(info.description ?? '')}</p>
<p>Address: <code>${escaped(published.servers[0]?.url ?? '')}</code>. The same as data: <a href="openapi.json">openapi.json</a>.</p>
${sections.map((section) => sectionOf(section, published)).join('\n')}</main></body></html>`;
}

function navigation(section: { name: string; entries: Entry[] }): string {
  const items = section.entries.map(
    ({ method, operation }) =>
      `<li><a href="#${operation.operationId}"><b class="${method}">${method.toUpperCase()}</b> ${escaped(operation.operationId)}</a></li>`,
  );
  return `<h2>${escaped(section.name)}</h2><ul>${items.join('')}</ul>`;
}

function sectionOf(
  section: { name: string; description?: string; entries: Entry[] },
  published: PublishedDocument,
): string {
  return `<section><h2>${escaped(section.name)}</h2><p>${prose(section.description ?? '')}</p>
${section.entries.map((entry) => article(entry, published)).join('\n')}</section>`;
}

function article({ method, path, operation }: Entry, published: PublishedDocument): string {
  const parameters = (operation.parameters ?? []).map((parameter) => follow<Parameter>(published, parameter));
  const body = operation.requestBody && follow<Content>(published, operation.requestBody);
  return `<article id="${operation.operationId}"><h3>${escaped(operation.summary ?? operation.operationId)}</h3>
<p class="address"><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code>${operation.deprecated ? ' <em>deprecated</em>' : ''}</p>
<p>${prose(operation.description ?? '')}</p>
<p class="facts">${facts(operation)}</p>
${parameters.length === 0 ? '' : parameterTable(parameters)}
${body === undefined ? '' : `<h4>Body</h4><p>${contents(body)}</p>`}
<h4>Answers</h4><ul class="answers">${Object.entries(operation.responses)
    .map(([status, response]) => answer(status, follow<Content>(published, response)))
    .join('')}</ul></article>`;
}

function facts(operation: Operation): string {
  if (operation['x-open'] === true) return 'Needs no token.';
  const scopes = operation['x-scopes'] ?? [];
  const scope =
    scopes.length === 0
      ? 'Any token'
      : `Scope ${scopes.map((name) => `<code>${escaped(name)}</code>`).join(' or ')}`;
  return typeof operation['x-tier'] === 'number' ? `${scope} · tier ${operation['x-tier']}` : scope;
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><td><code>${escaped(name)}</code>${required === true ? ' <em>required</em>' : ''}</td><td>${place}</td><td>${typeOf(schema)}</td><td>${prose(description ?? '')}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escaped(String(value))}</code>`).join(' ');
  const fallback =
    schema.default === undefined ? '' : `, default <code>${escaped(String(schema.default))}</code>`;
  return `${escaped([schema.type ?? ''].flat().join(' or '))}${fallback}`;
}

function contents({ content, description }: Content): string {
  const types = Object.entries(content ?? {}).map(
    ([type, { schema }]) => `<code>${escaped(type)}</code>${schemaName(schema)}`,
  );
  return [types.join(', '), prose(description ?? '')].filter((text) => text !== '').join('. ');
}

function answer(status: string, response: Content): string {
  return `<li><b>${escaped(status)}</b> ${contents(response)}</li>`;
}

function schemaName(schema: Schema | undefined): string {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? '' : ` (${escaped(name)})`;
}

/** Follows a reference such as `#/components/parameters/FileKey`. */
function follow<T>(published: PublishedDocument, thing: unknown): T {
  const reference = (thing as { $ref?: string }).$ref;
  if (reference === undefined) return thing as T;
  const path = reference.replace('#/', '').split('/');
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], published) as T;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The little Markdown that descriptions use: code, links, paragraphs. */
function prose(text: string): string {
  return escaped(text.trim())
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\((https:\/\/[^)\s]+)\)/g, '<a href="$2" rel="noreferrer">$1</a>')
    .replaceAll(/\n\s*\n/g, '</p><p>');
}
