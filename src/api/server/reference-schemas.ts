import type { PublishedDocument } from '../../contract/published-document.ts';
import { type Content, type Entry, follow, type Parameter, type Schema } from './reference-entries.ts';
import { escaped, prose } from './reference-text.ts';

/** Each schema that the operations speak of, or that such a one speaks of, once: it opens where it is named. */
export function schemasOf(published: PublishedDocument, entries: readonly Entry[]): string {
  const names = schemasNamedIn(
    published,
    entries.map(({ operation }) => operation),
  );
  if (names.size === 0) return '';
  const shown = [...names].sort().map((name) => schemaDetails(published, name));
  return `<section><h2 id="schemas">Schemas</h2>${shown.join('\n')}</section>`;
}

/** The names of schemas that something refers to, or that such a one refers to. */
function schemasNamedIn(published: PublishedDocument, things: readonly unknown[]): Set<string> {
  const names = new Set<string>();
  const left: unknown[] = [...things];
  for (let thing = left.pop(); thing !== undefined; thing = left.pop()) {
    if (typeof thing !== 'object' || thing === null) continue;
    const reference = '$ref' in thing && typeof thing.$ref === 'string' ? thing.$ref : undefined;
    const name = reference?.startsWith(ofSchemas) ? nameOf(reference) : undefined;
    if (name !== undefined && names.has(name)) continue;
    if (name !== undefined) names.add(name);
    const next = reference === undefined ? Object.values(thing) : [follow(published, thing)];
    for (const one of next) if (one !== undefined) left.push(one);
  }
  return names;
}

const ofSchemas = '#/components/schemas/';

function schemaDetails(published: PublishedDocument, name: string): string {
  const schema = published.components.schemas[name] as Schema;
  return `<details id="schema-${escaped(name)}"><summary><code>${escaped(name)}</code></summary>${formOf(schema)}</details>`;
}

/** What a schema asks for: a row for each member, else its type. */
export function formOf(schema: Schema): string {
  const about = schema.description === undefined ? '' : `<p>${prose(schema.description)}</p>`;
  const members = [schema, ...(schema.allOf ?? [])].flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(
      ([name, property]) =>
        `<tr><td><code>${escaped(name)}</code>${required.includes(name) ? ' <em>required</em>' : ''}</td><td>${typeOf(property)}</td><td>${prose(property.description ?? '')}</td></tr>`,
    ),
  );
  const rest = (schema.allOf ?? []).filter(({ $ref }) => $ref !== undefined).map(typeOf);
  const more = rest.length === 0 ? '' : `<p>With all of ${rest.join(', ')}.</p>`;
  if (members.length === 0) return `${about}${more}${more === '' ? `<p>${typeOf(schema)}</p>` : ''}`;
  return `${about}${more}<table><thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${members.join('')}</tbody></table>`;
}

export function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`;
  }
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escaped(String(value))}</code>`).join(' ');
  if (schema.allOf !== undefined)
    return schema.allOf
      .map(typeOf)
      .filter((text) => text !== 'object')
      .join(' with ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choices.map(typeOf).join(' or ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const fallback =
    schema.default === undefined ? '' : `, default <code>${escaped(String(schema.default))}</code>`;
  return `${escaped([schema.type ?? (schema.properties === undefined ? 'any' : 'object')].flat().join(' or '))}${fallback}`;
}

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

export function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><td><code>${escaped(name)}</code>${required === true ? ' <em>required</em>' : ''}</td><td>${place}</td><td>${typeOf(schema)}</td><td>${prose(description ?? '')}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The members of what stands in JSON without a name of its own; they open. */
export function membersOf({ content }: Content): string {
  const schema = content?.['application/json']?.schema;
  if (schema === undefined || schema.$ref !== undefined || schema.properties === undefined) return '';
  return `<details><summary>Members</summary>${formOf(schema)}</details>`;
}

/** Content types, each with what stands in it. */
export function contents({ content, description }: Content): string {
  const types = Object.entries(content ?? {}).map(([type, { schema }]) => {
    const shown = schema === undefined ? '' : typeOf(schema);
    return `<code>${escaped(type)}</code>${shown === '' ? '' : ` (${shown})`}`;
  });
  return [types.join(', '), prose(description ?? '')].filter((text) => text !== '').join('. ');
}
