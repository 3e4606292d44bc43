import { Tabs } from '../../parts/tabs.tsx';
import type { Team } from './file-queries.ts';
import { teamPath } from './team-path.ts';

/** The pages of a team. */
export const TeamTabs = ({ team }: { team: Team }) => (
  <Tabs
    name="Team"
    tabs={[
      { name: 'Files', to: teamPath(team) },
      { name: 'Members', to: `${teamPath(team)}/members` },
    ]}
  />
);
