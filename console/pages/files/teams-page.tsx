import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { teamPath } from './team-path.ts';

/** The teams that a person is in or may look into. */
export function TeamsPage() {
  const { teams } = useSuspenseQuery({
    queryKey: ['teams'],
    queryFn: () => call('GET /workspace/v1/teams'),
  }).data;
  return (
    <Page title="Files" lead="Each team keeps its files in projects.">
      <Section title="Teams">
        {teams.length === 0 && (
          <Empty>You are in no team yet. An administrator of your organization can add you to one.</Empty>
        )}
        <ul className="tiles">
          {teams.map((team) => (
            <li key={team.id}>
              <Link to={teamPath(team)}>{team.name}</Link>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}
