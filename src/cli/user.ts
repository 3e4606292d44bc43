import type { LinkDelivery, Operations, WorkspaceUser } from '../contract/contract.ts';
import { someChange, type Values } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { organizationOption, organizationPath } from './organization-option.ts';
import { projectsAccessSubcommand } from './projects-access.ts';
import { readSecret } from './read-secret.ts';
import { commandOf, oneCall, type PlannedRequest } from './subcommands.ts';
import type { OptionTable } from './usage.ts';
import { printable, tableText } from './wording.ts';

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

/** Below the people of the organization. */
const usersPath = (given: Values<typeof organization>, below = ''): PlannedRequest['path'] =>
  organizationPath(given, `/users${below}`);

const userPath = (given: Values<typeof organization>, id: string, below = ''): PlannedRequest['path'] =>
  usersPath(given, `/${encodeURIComponent(id)}${below}`);

const invitationsPath = (given: Values<typeof organization>, below = ''): PlannedRequest['path'] =>
  organizationPath(given, `/invitations${below}`);

const list = oneCall({
  line: 'user list [options]',
  sentence: 'Lists the people of an organization.',
  options: organization,
  request: ({ values }) => ({ method: 'GET', path: usersPath(values) }),
  text: ({ users }: Operations['listUsers']['answer']) => {
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
    required('handle');
    required('email');
    return { method: 'POST', path: usersPath(values), json: await personIn(values, io) };
  },
  text: ({ id, handle }: WorkspaceUser) => `${printable(handle)} is ${id}.\n`,
});

const update = oneCall({
  line: 'user update ID [options]',
  sentence: 'Changes a person; what is left out stays as it is.',
  options: { ...person, ...organization },
  positionals: ['ID'],
  request: async ({ values, positionals: [id], usage, io }) => ({
    method: 'PUT',
    path: userPath(values, id),
    json: someChange(usage, await personIn(values, io)),
  }),
  text: ({ id, handle }: WorkspaceUser) => `${printable(handle)} (${id}) is changed.\n`,
});

const remove = oneCall({
  line: 'user remove ID [options]',
  sentence: 'Removes a person from an organization and ends their tokens.',
  options: {
    'files-to': { type: 'string', value: 'ID', sentence: 'The person who gets their files.' },
    ...organization,
  },
  positionals: ['ID'],
  request: ({ values, positionals: [id] }) => {
    const heir = values['files-to'];
    const query = heir === undefined ? '' : `?${new URLSearchParams({ files_to: heir })}`;
    return { method: 'DELETE', path: userPath(values, id, query) };
  },
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
  request: ({ values: { handle, role, seat, ...values }, required }) => ({
    method: 'POST',
    path: invitationsPath(values),
    json: { email: required('email'), handle, role, seat },
  }),
  text: sentText,
});

const invitations = oneCall({
  line: 'user invitations [options]',
  sentence: 'Lists the invitations that nobody took up yet, newest first.',
  options: organization,
  request: ({ values }) => ({ method: 'GET', path: invitationsPath(values) }),
  text: ({ invitations }: Operations['listInvitations']['answer']) => {
    const rows = invitations.map(({ id, email, role, seat, delivery, expires_at, expired }) => [
      ...[id, email, role, seat, delivery, expired ? 'over' : expires_at],
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
  request: ({ values, positionals: [id] }) => ({
    method: 'POST',
    path: invitationsPath(values, `/${encodeURIComponent(id)}/send`),
  }),
  text: sentText,
});

const withdraw = oneCall({
  line: 'user withdraw ID [options]',
  sentence: 'Withdraws an invitation; its link leads nowhere from then on.',
  options: organization,
  positionals: ['ID'],
  request: ({ values, positionals: [id] }) => ({
    method: 'DELETE',
    path: invitationsPath(values, `/${encodeURIComponent(id)}`),
  }),
  text: (_answer, { positionals: [id] }) => `The invitation ${printable(id)} is withdrawn.\n`,
});

const resetPassword = oneCall({
  line: 'user reset-password ID [options]',
  sentence: 'Sends a person a link to choose another password; prints it where the server sends no mail.',
  options: organization,
  positionals: ['ID'],
  request: ({ values, positionals: [id] }) => ({
    method: 'POST',
    path: userPath(values, id, '/password-reset'),
  }),
  text: ({ delivery, link }: Operations['createPasswordReset']['answer']) => deliveryText(delivery, link),
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
  request: async ({ values, required, io }) => ({
    method: 'PUT',
    path: '/workspace/v1/me/password',
    json: {
      ...(values['current-file'] === undefined
        ? {}
        : { current_password: await readSecret(values['current-file'], io) }),
      new_password: await readSecret(required('new-file'), io),
    },
  }),
  text: (_answer: Operations['changePassword']['answer']) => 'The password is changed.\n',
});

const signOut = oneCall({
  line: 'user sign-out [options]',
  sentence: 'Signs you out in every browser.',
  request: () => ({ method: 'DELETE', path: '/workspace/v1/sessions' }),
  text: (_answer: Operations['deleteSessions']['answer']) => 'You are signed out everywhere.\n',
});

function sentText({ id, email, delivery, link }: Operations['createInvitation']['answer']): string {
  return `${printable(email)} is invited (${id}). ${deliveryText(delivery, link)}`;
}

function deliveryText(delivery: LinkDelivery, link: string | undefined): string {
  if (link !== undefined) return `The server sends no mail; hand this link on yourself:\n${link}\n`;
  return delivery === 'mailed'
    ? 'The link is in the mail.\n'
    : 'The mail was not taken; see the log of the server.\n';
}

async function personIn(given: Values<typeof person>, io: CommandIo): Promise<object> {
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
