import type { Answer } from '../contract/calls.ts';
import { WrongUsage } from './command.ts';
import { plannedList } from './planned-call.ts';
import { type ServerClient, ServerRefused } from './server-client.ts';

type Organization = Answer<'GET /workspace/v1/organizations/{organization_id}'>;

/**
 * The organization of all that the caller sees.
 *
 * @throws WrongUsage where that is not exactly one
 */
export async function onlyOrganization(server: ServerClient): Promise<string> {
  const ids =
    (await organizationsOfServer(server))?.map(({ id }) => id) ?? (await organizationsOfTeams(server));
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  const known =
    ids.length === 0 ? '' : ` You see ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}.`;
  throw new WrongUsage(`Name the organization with --organization.${known}`);
}

/** All there are, for who administers the installation; for others their own, where they are in a team of it. */
export async function visibleOrganizations(server: ServerClient): Promise<Organization[]> {
  const all = await organizationsOfServer(server);
  if (all !== undefined) return all.map(({ id, name, plan }) => ({ id, name, plan }));
  const ids = await organizationsOfTeams(server);
  const own = await Promise.all(ids.map((id) => ownOrganization(server, id)));
  return own.filter((one) => one !== undefined);
}

/** Teams of other organizations take guests, who do not see these. */
const ownOrganization = (server: ServerClient, organization_id: string): Promise<Organization | undefined> =>
  unlessRefused(
    404,
    server.ask('GET /workspace/v1/organizations/{organization_id}', { path: { organization_id } }),
  );

/** All there are, for who administers the installation; nothing for others. */
async function organizationsOfServer(server: ServerClient) {
  const answer = await unlessRefused(403, plannedList('GET /workspace/v1/organizations')(server));
  return answer?.organizations;
}

async function unlessRefused<T>(status: number, answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServerRefused && error.status === status) return undefined;
    throw error;
  }
}

async function organizationsOfTeams(server: ServerClient): Promise<string[]> {
  const { teams } = await plannedList('GET /workspace/v1/teams')(server);
  return [...new Set(teams.map(({ organization }) => organization))];
}
