import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';

export type DevResource = Answer<'GET /v1/files/{file_key}/dev_resources'>['dev_resources'][number];

export const devResourcesQuery = (file: string, node: string) =>
  queryOptions({
    queryKey: ['dev resources', file, node],
    queryFn: () =>
      call('GET /v1/files/{file_key}/dev_resources', { path: { file_key: file }, query: { node_ids: node } }),
  });
