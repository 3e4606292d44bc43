import { type Answer, call } from '../../api/call.ts';

export type PeopleOfFile = Answer<'GET /workspace/v1/files/{file_key}/people'>;
export type PersonOfFile = PeopleOfFile['people'][number];

export const peopleKey = (file: string) => ['people of file', file];

/** Who may open a file beside those who come by its link, in pages. */
export const peopleOfFileQuery = (file: string) => ({
  queryKey: peopleKey(file),
  queryFn: ({ pageParam: cursor }: { pageParam: string }) =>
    call('GET /workspace/v1/files/{file_key}/people', {
      path: { file_key: file },
      query: { page_size: 20, ...(cursor === '' ? {} : { cursor }) },
    }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: PeopleOfFile) => next_cursor,
  retry: false,
});

const reasonWords: Readonly<Record<PersonOfFile['reasons'][number]['by'], string>> = {
  installation: 'administers the installation',
  ownership: 'owns the file',
  project: 'is invited to the project',
  team: 'is in the team',
  link: 'has the link',
};

/** What gives somebody the role that they have; the rest gives less. */
export const reasonOf = ({ role, reasons }: PersonOfFile): string =>
  reasons
    .filter((reason) => reason.role === role)
    .map(({ by }) => reasonWords[by])
    .join(', ');
