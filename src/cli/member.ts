import { type Planned, planned } from './planned-call.ts';
import { printable } from './printed-text.ts';
import { oneCall, type Subcommand } from './subcommands.ts';

/** `vitrine team member` and `vitrine project member`: puts a person in, changes their role there, takes them out. */
export function memberSubcommand(place: 'team' | 'project'): Subcommand {
  const placeWord = `${place.toUpperCase()}_ID`;
  return oneCall({
    line: `${place} member ${placeWord} USER_ID (--role ROLE | --remove) [options]`,
    sentence: `Puts a person into a ${place}, changes their role there, or takes them out.`,
    options: {
      role: { type: 'string', value: 'ROLE', sentence: 'admin, editor or viewer.' },
      remove: { type: 'boolean', sentence: 'Takes the person out.' },
    },
    positionals: [placeWord, 'USER_ID'],
    request: ({ values: { remove }, positionals: [placeId, userId], required }) =>
      plansOf[place](placeId, userId, remove === true ? undefined : required('role')),
    text: (_answer, { values: { role, remove }, positionals: [placeId, userId] }) => {
      const now = remove === true ? 'out' : role;
      return `${printable(`${userId} is ${now} of ${place} ${placeId}.`)}\n`;
    },
  });
}

/** Without a role the person is taken out. */
type PlanMember = (placeId: string, userId: string, role: string | undefined) => Planned<unknown>;

const plansOf: Readonly<Record<'team' | 'project', PlanMember>> = {
  team: (team_id, user_id, role) => {
    const path = { team_id, user_id };
    return role === undefined
      ? planned('DELETE /workspace/v1/teams/{team_id}/members/{user_id}', { path })
      : planned('PUT /workspace/v1/teams/{team_id}/members/{user_id}', { path, body: { role } });
  },
  project: (project_id, user_id, role) => {
    const path = { project_id, user_id };
    return role === undefined
      ? planned('DELETE /workspace/v1/projects/{project_id}/members/{user_id}', { path })
      : planned('PUT /workspace/v1/projects/{project_id}/members/{user_id}', { path, body: { role } });
  },
};
