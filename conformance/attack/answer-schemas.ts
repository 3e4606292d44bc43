import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Interface, Operation, Schema } from './published-interface.ts';
import type { Seen } from './sender.ts';

/** Refusals that a request can meet before its operation is known; the document describes them as `default`. */
const anywhere = new Set([408, 413, 414, 415, 431]);

/** Says where an answer differs from what the document promises of its operation. */
export type AnswerCheck = (operation: Operation, answer: Seen) => string | undefined;

export function answerCheckOf({ schemas }: Interface): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, validateSchema: false });
  // The package's types give the plain function as a namespace under this module setting.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'published', $defs: forAjv({ ...schemas, ...outlines }) });
  const compiled = new Map<Schema, ValidateFunction>();
  const checkOf = (schema: Schema): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(forAjv(schema) as object);
    compiled.set(schema, known);
    return known;
  };
  return (operation, answer) => {
    const listed =
      operation.responses[answer.status] ??
      (anywhere.has(answer.status) ? operation.responses.default : undefined);
    if (listed === undefined)
      return `the status ${answer.status} is not listed: ${answer.text.slice(0, 300)}`;
    const promised = listed.content ?? {};
    const isEmpty = answer.bytes.length === 0;
    if (Object.keys(promised).length === 0) return isEmpty ? undefined : 'a body where none is listed';
    const found = promised[answer.type] ?? promised['*/*'];
    if (found === undefined) return `the type "${answer.type}" is not listed for ${answer.status}`;
    if (answer.type !== 'application/json' || found.schema === undefined) return undefined;
    const json = answer.json;
    if (json === undefined) return 'the body is no JSON';
    const check = checkOf(found.schema);
    return check(json) ? undefined : `the body breaks its schema: ${sentence(check)}`;
  };
}

/** What a document holds is kept as its author sent it, which may be less than the interface promises of a node. */
const node = { type: 'object', required: ['id', 'type'] };
const outlines: Readonly<Record<string, Schema>> = {
  Node: node,
  DocumentNode: node,
  CanvasNode: node,
  SubcanvasNode: node,
  Component: { type: 'object' },
  ComponentSet: { type: 'object' },
  Style: { type: 'object' },
};

function sentence(check: ValidateFunction): string {
  const [error] = check.errors ?? [];
  return `${error?.instancePath || '/'} ${error?.message} ${JSON.stringify(error?.params)} (${error?.schemaPath})`;
}

/**
 * Rewrites schemas into what Ajv checks well: references lead to the shared definitions, a union with a
 * discriminator looks at that member alone, and other unions are `anyOf`, since branches may overlap as RGB and
 * RGBA do.
 */
function forAjv(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forAjv);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Schema;
  if (schema.oneOf !== undefined && schema.discriminator !== undefined) return chosen(schema.discriminator);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, inner]) => {
      if (keyword === '$ref' && typeof inner === 'string') return ['$ref', definition(inner)];
      return [keyword === 'oneOf' && Array.isArray(inner) ? 'anyOf' : keyword, forAjv(inner)];
    }),
  );
}

const definition = (reference: string): string =>
  reference.replace('#/components/schemas/', 'published#/$defs/');

function chosen({ propertyName, mapping }: NonNullable<Schema['discriminator']>): object {
  const branch = ([value, reference]: [string, string]) => ({
    if: { properties: { [propertyName]: { const: value } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { $ref: definition(reference) },
  });
  return {
    type: 'object',
    required: [propertyName],
    properties: { [propertyName]: { enum: Object.keys(mapping) } },
    allOf: Object.entries(mapping).map(branch),
  };
}
