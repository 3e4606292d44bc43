import { nextPage } from '../../access/paged-list.ts';
import type { Handler } from '../../operation.ts';
import { pageOfPeopleOfFile } from '../../people/people-of-file-store.ts';

/** The people with access to a file, and why they have it. */
export const listFilePeople: Handler<'listFilePeople'> = async ({ caller, path, query }, { database }) => {
  const { rows, mayInvite, ...page } = await pageOfPeopleOfFile(database, caller, path.file_key, query);
  const people = rows.map(({ user: { id, handle, imgUrl }, role, reasons }) => ({
    id,
    handle,
    img_url: imgUrl,
    role,
    reasons: [...reasons],
  }));
  return { json: { people, may_invite: mayInvite, ...nextPage(page) } };
};
