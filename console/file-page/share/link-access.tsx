import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { useRoom } from '../room.ts';

type Access = NonNullable<Answer<'GET /v1/files/{file_key}'>['linkAccess']>;

const words: Readonly<Record<Access, string>> = {
  inherit: 'People of the project alone',
  org_view: 'Everybody in the organization may look',
  org_edit: 'Everybody in the organization may edit',
  view: 'Anyone with the link may look',
  edit: 'Anyone with the link may edit',
};

const isAccess = (text: string): text is Access => text in words;

/** Whom the link of the file lets in, and changing it. */
export function LinkAccess() {
  const { file } = useRoom();
  const queries = useQueryClient();
  const key = ['link access', file];
  const present = useQuery({
    queryKey: key,
    queryFn: () => call('GET /v1/files/{file_key}', { path: { file_key: file }, query: { depth: 1 } }),
    select: ({ linkAccess, role, mainFileKey }) => ({
      linkAccess,
      role,
      isBranch: mainFileKey !== undefined,
    }),
  });
  const change = useMutation({
    mutationFn: (access: Access) =>
      call('PATCH /workspace/v1/files/{file_key}', {
        path: { file_key: file },
        body: { link_access: access },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const { linkAccess = 'inherit', role, isBranch = false } = present.data ?? {};
  if (present.data === undefined || isBranch)
    return present.error === null ? null : <p role="alert">{sentenceOf(present.error)}</p>;
  return (
    <section aria-labelledby="share-access">
      <h3 id="share-access">Who may open it by its link</h3>
      {role === 'viewer' ? (
        <p>{words[linkAccess]}.</p>
      ) : (
        <select
          aria-labelledby="share-access"
          value={change.isPending ? change.variables : linkAccess}
          disabled={change.isPending}
          onChange={({ target }) => isAccess(target.value) && change.mutate(target.value)}
        >
          {Object.entries(words).map(([access, name]) => (
            <option key={access} value={access}>
              {name}
            </option>
          ))}
        </select>
      )}
      {change.error !== null && <p role="alert">{sentenceOf(change.error)}</p>}
      {change.isSuccess && <p role="status">Saved.</p>}
    </section>
  );
}
