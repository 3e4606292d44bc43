import type { Operations, WorkspaceUser } from '../contract/contract.ts';
import { someChange, type Values } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { onlyOrganization } from './only-organization.ts';
import { readSecret } from './read-secret.ts';
import { commandOf, oneCall, type PlannedRequest } from './subcommands.ts';
import type { OptionTable } from './usage.ts';
import { printable, tableText } from './wording.ts';

const organization = {
  organization: {
    type: 'string',
    value: 'ID',
    sentence: 'The organization; not needed where you see only one.',
  },
} as const satisfies OptionTable;

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

/** Below the people of the organization that is named, or else of the only one there is. */
function usersPath(given: Values<typeof organization>, below = ''): PlannedRequest['path'] {
  return async (server) => {
    const id = given.organization ?? (await onlyOrganization(server));
    return `/workspace/v1/organizations/${encodeURIComponent(id)}/users${below}`;
  };
}

const userPath = (given: Values<typeof organization>, id: string): PlannedRequest['path'] =>
  usersPath(given, `/${encodeURIComponent(id)}`);

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
  options: organization,
  positionals: ['ID'],
  request: ({ values, positionals: [id] }) => ({ method: 'DELETE', path: userPath(values, id) }),
  text: (_answer, { positionals: [id] }) => `${printable(id)} is removed.\n`,
});

async function personIn(given: Values<typeof person>, io: CommandIo): Promise<object> {
  const { handle, email, role, seat, 'password-file': file } = given;
  const password = file === undefined ? undefined : await readSecret(file, io);
  return { handle, email, role, seat, password };
}

export const { help, run } = commandOf({ list, create, update, remove });
