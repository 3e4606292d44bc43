import { WrongUsage } from './command.ts';
import { plannedList } from './planned-call.ts';
import { type ServerClient, ServerRefused } from './server-client.ts';

/**
 * The organization of all that the caller sees.
 *
 * @throws WrongUsage where that is not exactly one
 */
export async function onlyOrganization(server: ServerClient): Promise<string> {
  const ids = (await organizationsOfServer(server)) ?? (await organizationsOfTeams(server));
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  const known =
    ids.length === 0 ? '' : ` You see ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}.`;
  throw new WrongUsage(`Name the organization with --organization.${known}`);
}

/** All there are, for who administers the installation; nothing for others. */
async function organizationsOfServer(server: ServerClient): Promise<string[] | undefined> {
  try {
    const { organizations } = await plannedList('GET /workspace/v1/organizations')(server);
    return organizations.map(({ id }) => id);
  } catch (error) {
    if (error instanceof ServerRefused && error.status === 403) return undefined;
    throw error;
  }
}

async function organizationsOfTeams(server: ServerClient): Promise<string[]> {
  const { teams } = await plannedList('GET /workspace/v1/teams')(server);
  return [...new Set(teams.map(({ organization }) => organization))];
}
