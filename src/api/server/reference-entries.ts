import type { PublishedDocument } from '../../contract/published-document.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  readonly description?: string;
  readonly $ref?: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  readonly 'x-scopes'?: readonly string[];
  readonly 'x-tier'?: number | null;
  readonly 'x-open'?: boolean;
}

/** An operation where it is called. */
export interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The operations of a tag, which have a page. */
export interface TagEntries {
  readonly name: string;
  readonly slug: string;
  readonly description?: string;
  readonly entries: readonly Entry[];
}

/** The tags in their order, each with its operations; none that has none. */
export function tagsOf(published: PublishedDocument): TagEntries[] {
  const { tags } = published as unknown as { tags: { name: string; description?: string }[] };
  const entries = Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Entry => ({ method, path, operation: operation as unknown as Operation }),
    ),
  );
  return tags
    .map((tag) => ({
      ...tag,
      slug: slugOf(tag.name),
      entries: entries.filter(({ operation }) => operation.tags?.[0] === tag.name),
    }))
    .filter((tag) => tag.entries.length > 0);
}

export const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Follows a reference such as `#/components/parameters/FileKey`. */
export function follow<T>(published: PublishedDocument, thing: unknown): T {
  const reference = (thing as { $ref?: string }).$ref;
  if (reference === undefined) return thing as T;
  const path = reference.replace('#/', '').split('/');
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], published) as T;
}
