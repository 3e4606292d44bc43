import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Facts } from './use-facts.ts';

interface Named {
  readonly file: string;
  readonly version: string | undefined;
  readonly facts: Pick<Facts, 'state'>;
}

/** Whether a node is in the file; asking for one that is not fails. */
export const isInFileQuery = ({ file, version, facts }: Named, id: string) =>
  queryOptions({
    queryKey: ['node is there', file, version, facts.state, id],
    queryFn: async () => {
      const query = { 'node-id': id, ...(version === undefined ? {} : { version }) };
      const { node } = await call('GET /viewer/v1/files/{file_key}', { path: { file_key: file }, query });
      return node !== null && node !== undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What the server says of a node; kept as long as the file looks the same. */
export const nodeQuery = ({ file, version, facts }: Named, id: string) =>
  queryOptions({
    queryKey: ['node', file, version, facts.state, id],
    queryFn: () =>
      call('GET /viewer/v1/files/{file_key}/nodes/{node_id}', {
        path: { file_key: file, node_id: id },
        query: version === undefined ? {} : { version },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
