import { contractDocument } from './published-document.ts';
import type { Schema } from './schema.ts';
import { compileCheck, type SchemaCheck } from './schema-checks.ts';
import { schemaSentences } from './schema-sentences.ts';

/** What the contract says of the properties of nodes of one type. */
export interface NodeProperties {
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
}

interface NodeSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly NodeSchema[];
  readonly required?: readonly string[];
}

let byType: ReadonlyMap<string, NodeProperties> | undefined;

/** Undefined for a type that the contract does not know. */
export function nodeProperties(type: string): NodeProperties | undefined {
  byType ??= readTypes();
  return byType.get(type);
}

function readTypes(): ReadonlyMap<string, NodeProperties> {
  const schemas = contractDocument().components.schemas as Readonly<Record<string, NodeSchema>>;
  const partsOf = (schema: NodeSchema): NodeSchema[] => {
    const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.split('/').at(-1)!];
    const inner = [...(schema.allOf ?? []), ...(named === undefined ? [] : [named])];
    return [schema, ...inner.flatMap(partsOf)];
  };
  const { mapping = {} } = schemas.Node?.discriminator ?? {};
  return new Map(
    Object.entries(mapping).map(([type, reference]) => {
      const parts = partsOf({ $ref: reference });
      return [
        type,
        {
          schemas: new Map(parts.flatMap(({ properties = {} }) => Object.entries(properties))),
          required: new Set(parts.flatMap(({ required = [] }) => required)),
        },
      ];
    }),
  );
}

const checks = new Map<Schema, Map<string, SchemaCheck>>();

/**
 * What is wrong with a property of a node, in a sentence that names the place; undefined where all is well.
 * @param place of the object that holds it in the body, as `/operations/3/properties`
 */
export function propertyProblem(
  schema: Schema,
  { place, key, value }: { readonly place: string; readonly key: string; readonly value: unknown },
): string | undefined {
  const bySchema = checks.get(schema) ?? new Map<string, SchemaCheck>();
  checks.set(schema, bySchema);
  const check = bySchema.get(key) ?? compileCheck({ type: 'object', properties: { [key]: schema } });
  bySchema.set(key, check);
  const errors = check({ [key]: value });
  const placed = errors.map((error) => ({ ...error, instancePath: place + error.instancePath }));
  return schemaSentences(placed, 'body')[0];
}
