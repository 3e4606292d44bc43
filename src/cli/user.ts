import type { Operations, WorkspaceUser } from '../contract/contract.ts';
import { namedPositionals, readArguments, required, wrongUsage } from './arguments.ts';
import { onlyOrganization } from './only-organization.ts';
import { readSecret } from './read-secret.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { commandOf, jsonOption, printResult, type Subcommand } from './subcommands.ts';
import type { OptionTable, Usage } from './usage.ts';
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

const usersPath = (organizationId: string): string =>
  `/workspace/v1/organizations/${encodeURIComponent(organizationId)}/users`;

const listUsage = {
  lines: ['user list [options]'],
  sentence: 'Lists the people of an organization.',
  options: { ...organization, ...jsonOption },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const list: Subcommand = {
  usage: listUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(listUsage, args);
    namedPositionals(listUsage, positionals, []);
    return withServer(values, io, async (server) => {
      const path = usersPath(values.organization ?? (await onlyOrganization(server)));
      const { users } = await server.ask<Operations['listUsers']['answer']>({ method: 'GET', path });
      const rows = users.map(({ id, handle, email, role, seat }) => [id, handle, email, role, seat]);
      return printResult(io, values.json, users, tableText(['ID', 'NAME', 'E-MAIL', 'ROLE', 'SEAT'], rows));
    });
  },
};

const createUsage = {
  lines: ['user create --handle NAME --email ADDRESS [options]'],
  sentence: 'Adds a person to an organization.',
  options: { ...person, ...organization, ...jsonOption },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const create: Subcommand = {
  usage: createUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(createUsage, args);
    namedPositionals(createUsage, positionals, []);
    required(createUsage, 'handle', values.handle);
    required(createUsage, 'email', values.email);
    const json = await personIn(values, io);
    return withServer(values, io, async (server) => {
      const path = usersPath(values.organization ?? (await onlyOrganization(server)));
      const user = await server.ask<WorkspaceUser>({ method: 'POST', path, json });
      return printResult(io, values.json, user, `${printable(user.handle)} is ${user.id}.\n`);
    });
  },
};

const updateUsage = {
  lines: ['user update ID [options]'],
  sentence: 'Changes a person; what is left out stays as it is.',
  options: { ...person, ...organization, ...jsonOption },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const update: Subcommand = {
  usage: updateUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(updateUsage, args);
    const [id] = namedPositionals(updateUsage, positionals, ['ID']);
    const json = await personIn(values, io);
    if (Object.keys(json).length === 0) throw wrongUsage('There is nothing to change.', updateUsage);
    return withServer(values, io, async (server) => {
      const people = usersPath(values.organization ?? (await onlyOrganization(server)));
      const path = `${people}/${encodeURIComponent(id)}`;
      const user = await server.ask<WorkspaceUser>({ method: 'PUT', path, json });
      return printResult(io, values.json, user, `${printable(user.handle)} (${user.id}) is changed.\n`);
    });
  },
};

const removeUsage = {
  lines: ['user remove ID [options]'],
  sentence: 'Removes a person from an organization and ends their tokens.',
  options: { ...organization, ...jsonOption },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const remove: Subcommand = {
  usage: removeUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(removeUsage, args);
    const [id] = namedPositionals(removeUsage, positionals, ['ID']);
    return withServer(values, io, async (server) => {
      const people = usersPath(values.organization ?? (await onlyOrganization(server)));
      const answer = await server.ask({ method: 'DELETE', path: `${people}/${encodeURIComponent(id)}` });
      return printResult(io, values.json, answer, `${printable(id)} is removed.\n`);
    });
  },
};

type GivenPerson = { readonly [Name in keyof typeof person]?: string };

async function personIn(
  given: GivenPerson,
  io: Parameters<typeof readSecret>[1],
): Promise<Record<string, string>> {
  const { handle, email, role, seat } = given;
  const file = given['password-file'];
  const password = file === undefined ? undefined : await readSecret(file, io);
  const fields = Object.entries({ handle, email, role, seat, password });
  return Object.fromEntries(fields.filter((field): field is [string, string] => field[1] !== undefined));
}

export const { help, run } = commandOf({ list, create, update, remove });
