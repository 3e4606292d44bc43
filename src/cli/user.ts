import type { Answer } from '../contract/calls.ts';
import type { LinkDelivery } from '../contract/contract.ts';
import { someChange, type Values } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { inOrganization, organizationOption } from './organization-option.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { projectsAccessSubcommand } from './projects-access.ts';
import { readSecret } from './read-secret.ts';
import type { SentBody } from './server-call.ts';
import { commandOf, oneCall } from './subcommands.ts';
import type { OptionTable } from './usage.ts';

const organization = organizationOption;

const person = {
  handle: { type: 'string', value: 'NAME', sentence: 'Name that others see.' },
  email: { type: 'string', value: 'ADDRESS', sentence: 'E-mail address.' },
  role: { type: 'string', value: 'ROLE', sentence: 'admin, member or guest.' },
  seat: { type: 'string', value: 'SEAT', sentence: 'full, dev, collab or view.' },
  'password-file': {
    type: 'string',
    value: 'FILE',
    sentence: 'File that holds the password; - reads standard input.',
  },
} as const satisfies OptionTable;

const list = oneCall({
  line: 'user list [options]',
  sentence: 'Lists the people of an organization.',
  options: organization,
  request: ({ values }) =>
    inOrganization(values, (path) =>
      plannedList('GET /workspace/v1/organizations/{organization_id}/users', { path }),
    ),
  text: ({ users }) => {
    const rows = users.map(({ id, handle, email, role, seat }) => [id, handle, email, role, seat]);
    return tableText(['ID', 'NAME', 'E-MAIL', 'ROLE', 'SEAT'], rows);
  },
  json: ({ users }) => users,
});

const create = oneCall({
  line: 'user create --handle NAME --email ADDRESS [options]',
  sentence: 'Adds a person to an organization.',
  options: { ...person, ...organization },
  request: async ({ values, required, io }) => {
    const named = { handle: required('handle'), email: required('email') };
    const body = { ...(await personIn(values, io)), ...named };
    return inOrganization(values, (path) =>
      planned('POST /workspace/v1/organizations/{organization_id}/users', { path, body }),
    );
  },
  text: ({ id, handle }) => `${printable(handle)} is ${id}.\n`,
});

const update = oneCall({
  line: 'user update ID [options]',
  sentence: 'Changes a person; what is left out stays as it is.',
  options: { ...person, ...organization },
  positionals: ['ID'],
  request: async ({ values, positionals: [user_id], usage, io }) => {
    const body: PersonChanges = someChange(usage, await personIn(values, io));
    return inOrganization(values, (path) =>
      planned('PUT /workspace/v1/organizations/{organization_id}/users/{user_id}', {
        path: { ...path, user_id },
        body,
      }),
    );
  },
  text: ({ id, handle }) => `${printable(handle)} (${id}) is changed.\n`,
});

const remove = oneCall({
  line: 'user remove ID [options]',
  sentence: 'Removes a person from an organization and ends their tokens.',
  options: {
    'files-to': { type: 'string', value: 'ID', sentence: 'The person who gets their files.' },
    ...organization,
  },
  positionals: ['ID'],
  request: ({ values, positionals: [user_id] }) =>
    inOrganization(values, (path) =>
      planned('DELETE /workspace/v1/organizations/{organization_id}/users/{user_id}', {
        path: { ...path, user_id },
        query: { files_to: values['files-to'] },
      }),
    ),
  text: (_answer, { positionals: [id] }) => `${printable(id)} is removed.\n`,
});

const invite = oneCall({
  line: 'user invite --email ADDRESS [options]',
  sentence: 'Invites somebody into an organization by a link that lives seven days.',
  options: {
    email: { type: 'string', value: 'ADDRESS', sentence: 'Where the invitation goes.' },
    handle: { type: 'string', value: 'NAME', sentence: 'Name that the form begins with.' },
    role: person.role,
    seat: person.seat,
    ...organization,
  },
  request: ({ values: { handle, role, seat, ...values }, required }) => {
    const body = { email: required('email'), handle, role, seat };
    return inOrganization(values, (path) =>
      planned('POST /workspace/v1/organizations/{organization_id}/invitations', { path, body }),
    );
  },
  text: sentText,
});

const invitations = oneCall({
  line: 'user invitations [options]',
  sentence: 'Lists the invitations that nobody accepted yet, newest first.',
  options: organization,
  request: ({ values }) =>
    inOrganization(values, (path) =>
      plannedList('GET /workspace/v1/organizations/{organization_id}/invitations', { path }),
    ),
  text: ({ invitations }) => {
    const rows = invitations.map(({ id, email, role, seat, delivery, expires_at, expired }) => [
      id,
      email,
      role,
      seat,
      delivery,
      expired ? 'over' : expires_at,
    ]);
    return tableText(['ID', 'E-MAIL', 'ROLE', 'SEAT', 'MAIL', 'EXPIRES'], rows);
  },
  json: ({ invitations }) => invitations,
});

const inviteAgain = oneCall({
  line: 'user invite-again ID [options]',
  sentence: 'Sends an invitation again, with another link.',
  options: organization,
  positionals: ['ID'],
  request: ({ values, positionals: [invitation_id] }) =>
    inOrganization(values, (path) =>
      planned('POST /workspace/v1/organizations/{organization_id}/invitations/{invitation_id}/send', {
        path: { ...path, invitation_id },
      }),
    ),
  text: sentText,
});

const withdraw = oneCall({
  line: 'user withdraw ID [options]',
  sentence: 'Withdraws an invitation; its link leads nowhere from then on.',
  options: organization,
  positionals: ['ID'],
  request: ({ values, positionals: [invitation_id] }) =>
    inOrganization(values, (path) =>
      planned('DELETE /workspace/v1/organizations/{organization_id}/invitations/{invitation_id}', {
        path: { ...path, invitation_id },
      }),
    ),
  text: (_answer, { positionals: [id] }) => `The invitation ${printable(id)} is withdrawn.\n`,
});

const resetPassword = oneCall({
  line: 'user reset-password ID [options]',
  sentence: 'Sends a person a link to choose another password; prints it where the server sends no mail.',
  options: organization,
  positionals: ['ID'],
  request: ({ values, positionals: [user_id] }) =>
    inOrganization(values, (path) =>
      planned('POST /workspace/v1/organizations/{organization_id}/users/{user_id}/password-reset', {
        path: { ...path, user_id },
      }),
    ),
  text: ({ delivery, link }) => deliveryText(delivery, link),
});

const password = oneCall({
  line: 'user password --new-file FILE [options]',
  sentence: 'Changes your own password and signs you out in every browser.',
  options: {
    'current-file': {
      type: 'string',
      value: 'FILE',
      sentence: 'File that holds the password of now, if there is one.',
    },
    'new-file': {
      type: 'string',
      value: 'FILE',
      sentence: 'File that holds the new one; - reads standard input.',
    },
  },
  request: async ({ values, required, io }) => {
    const current = values['current-file'];
    const current_password = current === undefined ? undefined : await readSecret(current, io);
    const new_password = await readSecret(required('new-file'), io);
    return planned('PUT /workspace/v1/me/password', { body: { current_password, new_password } });
  },
  text: () => 'The password is changed.\n',
});

const signOut = oneCall({
  line: 'user sign-out [options]',
  sentence: 'Signs you out in every browser.',
  request: () => planned('DELETE /workspace/v1/sessions'),
  text: () => 'You are signed out everywhere.\n',
});

type Invitation = Answer<'POST /workspace/v1/organizations/{organization_id}/invitations'>;

function sentText({ id, email, delivery, link }: Invitation): string {
  return `${printable(email)} is invited (${id}). ${deliveryText(delivery, link)}`;
}

function deliveryText(delivery: LinkDelivery, link: string | undefined): string {
  if (link !== undefined) return `The server sends no mail; hand this link on yourself:\n${link}\n`;
  return delivery === 'mailed'
    ? 'The link is in the mail.\n'
    : 'The mail was not taken; see the log of the server.\n';
}

type PersonChanges = SentBody<'PUT /workspace/v1/organizations/{organization_id}/users/{user_id}'>;

async function personIn(given: Values<typeof person>, io: CommandIo): Promise<PersonChanges> {
  const { handle, email, role, seat, 'password-file': file } = given;
  const password = file === undefined ? undefined : await readSecret(file, io);
  return { handle, email, role, seat, password };
}

export const { help, run } = commandOf({
  list,
  invite,
  invitations,
  'invite-again': inviteAgain,
  withdraw,
  create,
  update,
  'reset-password': resetPassword,
  'projects-access': projectsAccessSubcommand('user'),
  remove,
  password,
  'sign-out': signOut,
});
