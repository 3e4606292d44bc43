import { WrongUsage } from './command.ts';
import { plannedList } from './planned-call.ts';
import type { ServerClient } from './server-client.ts';

/**
 * The organization of all teams the caller sees.
 *
 * @throws WrongUsage where that is not exactly one
 */
export async function onlyOrganization(server: ServerClient): Promise<string> {
  const { teams } = await plannedList('GET /workspace/v1/teams')(server);
  const ids = [...new Set(teams.map(({ organization }) => organization))];
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  const known =
    ids.length === 0 ? '' : ` You see ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}.`;
  throw new WrongUsage(`Name the organization with --organization.${known}`);
}
