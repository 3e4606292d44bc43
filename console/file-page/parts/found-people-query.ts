import { type Answer, call } from '../../api/call.ts';

export type FoundPerson = Answer<'GET /viewer/v1/files/{file_key}/people'>['people'][number];

/** Some of the people by the beginning of a name. */
export const foundPeopleQuery = (file: string, name: string) => ({
  queryKey: ['people', file, name],
  queryFn: () =>
    call('GET /viewer/v1/files/{file_key}/people', { path: { file_key: file }, query: { name } }),
});
