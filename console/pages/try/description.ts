import { basePath } from '../../api/base-path.ts';
import { ServerRefusal, Unreachable } from '../../api/refusals.ts';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}

/** An operation of the published description, with what it is given. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
  readonly isOpen: boolean;
}

interface Published {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: object;
  readonly 'x-open'?: boolean;
}

/** @throws Unreachable, ServerRefusal */
async function readDescription(): Promise<Published> {
  const answer = await fetch(`${basePath}/openapi.json`).catch((cause) => {
    throw new Unreachable(cause);
  });
  if (!answer.ok) throw new ServerRefusal(answer.status, undefined);
  return answer.json();
}

export const descriptionQuery = {
  queryKey: ['description'],
  queryFn: readDescription,
  staleTime: Number.POSITIVE_INFINITY,
} as const;

/** The operation of that name, where there is one. */
export function findDescribed(published: Published, id: string): Described | undefined {
  for (const [path, methods] of Object.entries(published.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id)
        return {
          method: method.toUpperCase(),
          path,
          hasBody: operation.requestBody !== undefined,
          summary: operation.summary ?? id,
          tag: operation.tags?.[0] ?? '',
          isOpen: operation['x-open'] === true,
          parameters: (operation.parameters ?? []).map((one) => resolved(published, one)),
        };
  return undefined;
}

function resolved({ components }: Published, parameter: Parameter & { readonly $ref?: string }): Parameter {
  const name = parameter.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : components.parameters[name]) ?? parameter;
}
