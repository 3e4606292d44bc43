import { contractDocument } from './published-document.ts';

interface PropertySchema {
  readonly default?: unknown;
  readonly enum?: readonly string[];
}

interface NodeSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly allOf?: readonly NodeSchema[];
}

let byType: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;

/** What a property of a node of that type is where the node does not say: the contract's defaults, as text. */
export function nodeDefaults(type: string): ReadonlyMap<string, string> {
  byType ??= readDefaults();
  return byType.get(type) ?? none;
}

const none: ReadonlyMap<string, string> = new Map();

function readDefaults(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const schemas = contractDocument().components.schemas as Readonly<Record<string, NodeSchema>>;
  const propertiesOf = (schema: NodeSchema): [string, PropertySchema][] => {
    const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.split('/').at(-1)!];
    const parts = [...(schema.allOf ?? []), ...(named === undefined ? [] : [named])];
    return [...parts.flatMap(propertiesOf), ...Object.entries(schema.properties ?? {})];
  };
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (!name.endsWith('Node')) continue;
    const properties = propertiesOf(schema);
    const type = properties.find(([key]) => key === 'type')?.[1].enum?.[0];
    if (type !== undefined) found.set(type, defaultsAmong(properties));
  }
  return found;
}

const defaultsAmong = (properties: readonly [string, PropertySchema][]): ReadonlyMap<string, string> =>
  new Map(
    properties
      .filter(([, schema]) => schema.default !== undefined)
      .map(([key, schema]) => [key, String(schema.default)]),
  );
