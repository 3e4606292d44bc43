import { z } from 'zod';
import { Refused } from './ask.ts';

/** Names a node as the tools of the original do, or by the address of its page. */
export const nodeArguments = {
  fileKey: z.string().max(200).optional().describe('Key of the file, as in the address of its page.'),
  nodeId: z
    .string()
    .max(500)
    .optional()
    .describe('Id of the node, as 1:2; 1-2, as addresses have it, is taken too.'),
  url: z
    .string()
    .max(4000)
    .optional()
    .describe('Address of the page of a file in place of both, as https://…/design/KEY/Name?node-id=1-2.'),
};

/** Arguments that clients of the original send, and that change nothing here. */
export const unusedArguments = {
  clientLanguages: z.string().max(1000).optional().describe('Taken, and without meaning here.'),
  clientFrameworks: z.string().max(1000).optional().describe('Taken, and without meaning here.'),
};

export const maxTokens = z
  .number()
  .int()
  .min(200)
  .max(50_000)
  .default(6000)
  .describe('About how long the answer may be, in tokens of four bytes.');

export interface NamedNode {
  readonly fileKey: string;
  readonly nodeId: string | undefined;
}

type Named = { readonly [K in keyof typeof nodeArguments]?: string | undefined };

/**
 * The file and node that arguments name.
 * @throws Refused
 */
export function namedNode({ fileKey, nodeId, url }: Named): NamedNode {
  const place = url === undefined ? undefined : placeOf(url);
  const key = fileKey ?? place?.fileKey;
  if (key === undefined || key === '') throw new Refused('Name the file: by fileKey, or by url.');
  const id = nodeId || place?.nodeId;
  return { fileKey: key, nodeId: id?.replaceAll(/(\d)-(\d)/g, '$1:$2') };
}

/** @throws Refused */
export function requiredNode(named: Named): { fileKey: string; nodeId: string } {
  const { fileKey, nodeId } = namedNode(named);
  if (nodeId === undefined)
    throw new Refused('Name the node: by nodeId, or by node-id in url. get_metadata lists those of a file.');
  return { fileKey, nodeId };
}

function placeOf(url: string): NamedNode {
  const { pathname, searchParams } = URL.parse(url) ?? {};
  const [, key, branch] =
    /\/(?:design|file|proto|board|slides)\/([\w-]+)(?:\/branch\/([\w-]+))?/.exec(pathname ?? '') ?? [];
  if (key === undefined) throw new Refused('url is no address of the page of a file.');
  return { fileKey: branch ?? key, nodeId: searchParams?.get('node-id') ?? undefined };
}
