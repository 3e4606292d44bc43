import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { NothingHere } from '../../frame/fallback-pages.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { TeamTabs } from '../files/team-tabs.tsx';
import { useTeam } from '../files/use-team.ts';
import { administersOwn } from '../organization/administers-organization.ts';
import { administersTeam } from './administers-team.ts';
import { NewMember } from './new-member.tsx';
import { TeamMembers } from './team-members.tsx';

const breadcrumbs = [{ name: 'Files', to: '/files' }];

/** Who is in a team, and as what. */
export function TeamMembersPage() {
  const { teamId } = useParams({ strict: false }) as { teamId: string };
  const session = useSuspenseQuery(sessionQuery).data;
  const team = useTeam(teamId);
  if (team === undefined) return <NothingHere />;
  const mayChange = administersTeam(session, team);
  return (
    <Page
      title={team.name}
      part="Members"
      breadcrumbs={breadcrumbs}
      tabs={<TeamTabs team={team} shown="members" />}
    >
      <Section
        title="Members"
        lead="A role in the team holds for all of its projects that are open to the team."
      >
        <TeamMembers team={team} mayChange={mayChange} />
      </Section>
      {administersOwn(session) && session.user.organization === team.organization && (
        <Section title="Add somebody" lead="Anybody in your organization.">
          <NewMember team={team} />
        </Section>
      )}
    </Page>
  );
}
