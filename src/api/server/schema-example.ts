import type { PublishedDocument } from '../../contract/published-document.ts';
import { follow, type Schema } from './reference-entries.ts';

/** Deeper than this an example says no more: designs hold themselves. */
const deepest = 6;

/** A value that a schema takes: what it says of itself, else the shortest that shows its form. */
export function exampleOf(published: PublishedDocument, schema: Schema | undefined, depth = 0): unknown {
  if (schema === undefined || depth > deepest) return {};
  if (schema.$ref !== undefined) return exampleOf(published, follow(published, schema), depth);
  const said = [schema.example, schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]];
  const given = said.find((value) => value !== undefined && value !== null);
  if (given !== undefined) return given;
  if (schema.allOf !== undefined) return together(published, schema.allOf, depth);
  const choice = (schema.oneOf ?? schema.anyOf)?.find(({ type }) => type !== 'null');
  if (choice !== undefined) return exampleOf(published, choice, depth);
  return ofType(published, schema, depth);
}

function together(published: PublishedDocument, parts: readonly Schema[], depth: number): unknown {
  const values = parts.map((part) => exampleOf(published, part, depth));
  return values.every((value) => typeof value === 'object') ? Object.assign({}, ...values) : values[0];
}

function ofType(published: PublishedDocument, schema: Schema, depth: number): unknown {
  switch ([schema.type ?? 'object'].flat()[0]) {
    case 'string':
      return texts[schema.format ?? ''] ?? 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return depth === deepest ? [] : [exampleOf(published, schema.items, depth + 1)];
    case 'null':
      return null;
    default:
      return ofObject(published, schema, depth);
  }
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  uri: 'https://example.com/',
  email: 'somebody@example.com',
};

/** What it has to have; where that is nothing, what it may have. */
function ofObject(published: PublishedDocument, schema: Schema, depth: number): unknown {
  const { properties = {}, required = [] } = schema;
  const names = required.length > 0 ? required.filter((name) => name in properties) : Object.keys(properties);
  return Object.fromEntries(names.map((name) => [name, exampleOf(published, properties[name], depth + 1)]));
}
