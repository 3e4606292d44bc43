import type { Schema } from './open-api.ts';

/** The TypeScript type of values that a JSON schema allows, as text. Nested lines begin with `indent`. */
export function schemaType(schema: Schema | boolean | undefined, indent = ''): string {
  if (schema === undefined || schema === true) return 'unknown';
  if (schema === false) return 'never';
  const parts = [ownType(schema, indent), ...combinedTypes(schema, indent)].filter(
    (part) => part !== 'unknown',
  );
  if (parts.length === 0) return 'unknown';
  return parts.length === 1 ? (parts[0] as string) : parts.map(inParentheses).join(' & ');
}

/** The name of a schema as a type: `#/components/schemas/LinkAccess` is `LinkAccess`. */
function referenceName(reference: string): string {
  return reference.replace(/^.*\//, '');
}

function combinedTypes(schema: Schema, indent: string): string[] {
  const either = [schema.oneOf, schema.anyOf].filter((list) => list !== undefined);
  return [
    ...(schema.allOf ?? []).map((part) => schemaType(part, indent)),
    ...either.map((list) => union(list.map((part) => schemaType(part, indent)))),
  ];
}

function ownType(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return referenceName(schema.$ref);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (Array.isArray(schema.type)) {
    return union(
      schema.type.map((type) => (type === 'null' ? 'null' : ownType({ ...schema, type }, indent))),
    );
  }
  return schema.type === undefined && schema.properties === undefined
    ? 'unknown'
    : typeNamed(schema.type ?? 'object', schema, indent);
}

function typeNamed(type: string, schema: Schema, indent: string): string {
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array') return `${inParentheses(schemaType(schema.items, indent))}[]`;
  if (type === 'object') return objectType(schema, indent);
  throw new Error(`A schema is of type "${type}", which is not known.`);
}

function objectType(schema: Schema, indent: string): string {
  const rest = schema.additionalProperties;
  if (schema.properties === undefined) {
    return `{ [name: string]: ${typeof rest === 'object' ? schemaType(rest, indent) : 'unknown'} }`;
  }
  const members = membersText(schema.properties, schema.required ?? [], `${indent}  `);
  return `{\n${members}${indent}}`;
}

/** One line for each property, with its description as a comment above it. */
export function membersText(
  properties: Record<string, Schema>,
  required: readonly string[],
  indent: string,
): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${commentText(schema, indent)}${indent}${memberName(name)}${mark}: ${schemaType(schema, indent)};\n`;
    })
    .join('');
}

/** A documentation comment from a schema's description, or nothing. */
export function commentText(schema: { description?: string; deprecated?: boolean }, indent: string): string {
  const words = [
    schema.description?.trim().replaceAll('*/', '* /'),
    schema.deprecated ? '@deprecated' : undefined,
  ];
  const lines = words
    .filter((word) => word !== undefined && word !== '')
    .join('\n')
    .split('\n');
  if (lines[0] === '') return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

export function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never';
}

function inParentheses(type: string): string {
  return /[|&]/.test(type) && !/^\{[\s\S]*\}$/.test(type) ? `(${type})` : type;
}
