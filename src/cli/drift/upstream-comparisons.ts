import { operationTable } from '../../contract/generated/operation-table.ts';
import { callTarget } from '../server-call.ts';
import type { RawAnswer, ServerClient } from '../server-client.ts';
import { type Compared, compareSides, type NotCompared } from './drift.ts';

/** What is asked of both: the reading operations of a file, the dear ones once. */
export const questions = [
  { operation: 'getFileMeta', query: {} },
  { operation: 'getFile', query: { geometry: 'paths', plugin_data: 'shared', branch_data: 'true' } },
  { operation: 'getFile', query: { depth: '1' } },
  { operation: 'getImageFills', query: {} },
  { operation: 'getFileVersions', query: {} },
  { operation: 'getComments', query: {} },
  { operation: 'getFileComponents', query: {} },
  { operation: 'getFileComponentSets', query: {} },
  { operation: 'getFileStyles', query: {} },
  { operation: 'getLocalVariables', query: {} },
  { operation: 'getPublishedVariables', query: {} },
  { operation: 'getDevResources', query: {} },
] as const;

/** Asks an upstream, by way of the server that holds its token, and the server itself. */
export async function* upstreamComparisons(
  server: ServerClient,
  { file_key, upstream }: { readonly file_key: string; readonly upstream: string },
  within: number,
): AsyncGenerator<Compared | NotCompared> {
  const path = { upstream_id: upstream };
  for (const { operation, query } of questions) {
    const asked = { file_key, operation, query };
    const there = await server.raw(
      'POST',
      callTarget('POST /workspace/v1/upstreams/{upstream_id}/read', { path, body: asked }),
      asked,
    );
    const target = targetOf(operation, keyOf(there) ?? file_key, query);
    if (there.status !== 200) {
      yield { question: `GET ${target}`, reason: sentenceOf(there) };
      continue;
    }
    const ours = await server.raw('GET', target);
    yield compareSides(`GET ${target}`, { ...there, type: 'application/json' }, ours, within);
  }
}

type Operation = (typeof questions)[number]['operation'];

function targetOf(operation: Operation, key: string, query: object): string {
  const path = operationTable[operation].path.replace('{file_key}', encodeURIComponent(key));
  const search = new URLSearchParams(Object.entries(query)).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** What the file is called here. */
const keyOf = ({ headers }: RawAnswer): string | undefined => {
  const key = headers['x-vitrine-file-key'];
  return typeof key === 'string' ? key : undefined;
};

function sentenceOf({ status, bytes }: RawAnswer): string {
  try {
    const { message } = JSON.parse(bytes.toString('utf8'));
    return String(message).replace(/\.$/, '');
  } catch {
    return `the server answered ${status}`;
  }
}
