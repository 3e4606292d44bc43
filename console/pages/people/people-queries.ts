import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';
import { queries } from '../../api/queries.ts';
import { Misfit, sentenceOf, toldAt } from '../../api/refusals.ts';
import { ownOrganization } from '../organization/administers-organization.ts';

export type Person = Answer<'GET /workspace/v1/organizations/{organization_id}/users'>['users'][number];
export type Invitation =
  Answer<'GET /workspace/v1/organizations/{organization_id}/invitations'>['invitations'][number];

export const peopleQuery = {
  queryKey: ['people'],
  queryFn: async () =>
    callAll('GET /workspace/v1/organizations/{organization_id}/users', { path: await ownOrganization() }),
} as const;

export const invitationsQuery = {
  queryKey: ['invitations'],
  queryFn: async () =>
    callAll('GET /workspace/v1/organizations/{organization_id}/invitations', {
      path: await ownOrganization(),
    }),
} as const;

const userPath = async (id: string) => ({ ...(await ownOrganization()), user_id: id });
const invitationPath = async (id: string) => ({ ...(await ownOrganization()), invitation_id: id });

export async function changePerson(
  id: string,
  body: Partial<Pick<Person, 'role' | 'seat' | 'handle' | 'email'>>,
): Promise<void> {
  const path = await userPath(id);
  await call('PUT /workspace/v1/organizations/{organization_id}/users/{user_id}', { path, body });
  await queries.invalidateQueries(peopleQuery);
}

export async function removePerson(id: string, heir: string | undefined): Promise<void> {
  const query = heir === undefined ? {} : { files_to: heir };
  const path = await userPath(id);
  await call('DELETE /workspace/v1/organizations/{organization_id}/users/{user_id}', { path, query }).catch(
    askForHeir,
  );
}

/** Where they own files, somebody has to get those: the server names its parameter, people see a field. */
function askForHeir(error: unknown): never {
  const owns = /^(.*) and cannot be removed; say in "files_to"/.exec(sentenceOf(error))?.[1];
  throw owns === undefined ? error : new Misfit('heir', `${owns}: say who gets them.`);
}

export async function approveForProjects(id: string, approved: boolean): Promise<void> {
  const path = { user_id: id };
  await call('PUT /workspace/v1/users/{user_id}/projects-access', { path, body: { approved } });
  await queries.invalidateQueries(peopleQuery);
}

export const sendPasswordLink = async (id: string) =>
  call('POST /workspace/v1/organizations/{organization_id}/users/{user_id}/password-reset', {
    path: await userPath(id),
  });

interface Invited extends Pick<Person, 'email' | 'role' | 'seat'> {
  readonly handle?: string;
}

export type InviteWriter = (body: Invited) => ReturnType<typeof invite>;

export async function invite(body: Invited) {
  const path = await ownOrganization();
  const sent = await call('POST /workspace/v1/organizations/{organization_id}/invitations', {
    path,
    body,
  }).catch(toldAt('email', 409));
  await queries.invalidateQueries(invitationsQuery);
  return sent;
}

export async function inviteAgain(id: string) {
  const path = await invitationPath(id);
  const sent = await call(
    'POST /workspace/v1/organizations/{organization_id}/invitations/{invitation_id}/send',
    { path },
  );
  await queries.invalidateQueries(invitationsQuery);
  return sent;
}

export async function withdraw(id: string): Promise<void> {
  const path = await invitationPath(id);
  await call('DELETE /workspace/v1/organizations/{organization_id}/invitations/{invitation_id}', { path });
  await queries.invalidateQueries(invitationsQuery);
}
