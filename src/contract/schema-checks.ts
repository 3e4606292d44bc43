import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { timeIn } from '../iso-time.ts';
import { contractDocument } from './published-document.ts';
import type { Schema } from './schema.ts';

/**
 * How much of a document is checked: `contract` holds every node to its schema; `outline` wants of a node only
 * an object with `id`, `name` and `type`, so that older shapes and trees of any depth pass.
 */
export type DocumentCheck = 'contract' | 'outline';

/** Checks values against one schema; gives the first errors found. */
export type SchemaCheck = (value: unknown) => readonly ErrorObject[];

const engines = new Map<DocumentCheck, Ajv2020>();

/** Compiles a schema of the contract. It may refer to `#/components/schemas/…`. */
export function compileCheck(schema: Schema, documents: DocumentCheck = 'contract'): SchemaCheck {
  const validate: ValidateFunction = engine(documents).compile(forAjv(schema) as object);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/** Compiling takes time and memory, so it waits until the first check. Stops at the first error: a hostile body can have millions. */
function engine(documents: DocumentCheck): Ajv2020 {
  const known = engines.get(documents);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, verbose: true, inlineRefs: false, validateSchema: false });
  // The package's types give the plain function as a namespace under this module setting.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addFormat('date-time', (text: string) => timeIn(text) !== undefined);
  const schemas = { ...contractDocument().components.schemas, ...(documents === 'outline' ? outlines : {}) };
  ajv.addSchema({ $id: 'contract', $defs: forAjv(schemas) });
  engines.set(documents, ajv);
  return ajv;
}

const outlineNode: Schema = {
  type: 'object',
  required: ['id', 'name', 'type'],
  properties: { id: { type: 'string' }, name: { type: 'string' }, type: { type: 'string' } },
};

const outlines: Record<string, Schema> = {
  Node: outlineNode,
  DocumentNode: outlineNode,
  CanvasNode: outlineNode,
  SubcanvasNode: outlineNode,
  Component: { type: 'object' },
  ComponentSet: { type: 'object' },
  Style: { type: 'object' },
};

/**
 * Rewrites schemas into what Ajv checks well. References lead to the shared definitions. A union with a
 * discriminator looks at that member and checks one branch instead of all. Other unions become `anyOf`: the
 * contract says `oneOf` where branches overlap, as with RGB and RGBA.
 */
function forAjv(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forAjv);
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Schema;
  if (Array.isArray(schema.oneOf) && schema.discriminator !== undefined)
    return branches(schema.discriminator);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, inner]) => {
      if (keyword === '$ref' && typeof inner === 'string') return ['$ref', definition(inner)];
      return [keyword === 'oneOf' && Array.isArray(inner) ? 'anyOf' : keyword, forAjv(inner)];
    }),
  );
}

function definition(reference: string): string {
  return reference.replace('#/components/schemas/', 'contract#/$defs/');
}

function branches({ propertyName, mapping }: NonNullable<Schema['discriminator']>): object {
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
