import { queryOptions } from '@tanstack/react-query';
import { readLocalVariables } from '../../../src/variables/read-local-variables.ts';
import { call } from '../../api/call.ts';

/** The variables of a file, its own and those of libraries that it uses. */
export const variablesQuery = (file: string) =>
  queryOptions({
    queryKey: ['variables', file],
    queryFn: async () =>
      readLocalVariables(
        await call('GET /v1/files/{file_key}/variables/local', { path: { file_key: file } }),
      ),
    structuralSharing: false,
  });
