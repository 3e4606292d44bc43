import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { sessionQuery, usePerson } from '../../api/session.ts';
import { NothingHere } from '../../frame/fallback-pages.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { administersOwn } from '../organization/administers-organization.ts';
import { OnlyAdministrators } from '../organization/administrators-only.tsx';
import { NameAndAddress } from './name-and-address.tsx';
import { PasswordLink } from './password-link.tsx';
import { peopleBreadcrumbs } from './people-breadcrumbs.ts';
import { peopleQuery } from './people-queries.ts';
import { ProjectsApproval } from './projects-approval.tsx';
import { RemovePerson } from './remove-person.tsx';
import { RoleAndSeat } from './role-and-seat.tsx';

/** One person of the organization, and what its administrators do about them. */
export function PersonPage() {
  const session = useSuspenseQuery(sessionQuery).data;
  return administersOwn(session) ? <OnePerson /> : <Refused />;
}

const Refused = () => (
  <Page title="Person">
    <OnlyAdministrators />
  </Page>
);

function OnePerson() {
  const { userId } = useParams({ strict: false }) as { userId: string };
  const { users } = useSuspenseQuery(peopleQuery).data;
  const own = usePerson().id;
  const person = users.find(({ id }) => id === userId);
  if (person === undefined) return <NothingHere />;
  return (
    <Page title={person.handle} breadcrumbs={peopleBreadcrumbs} lead={person.email}>
      <RoleAndSeat key={person.id} person={person} isOwn={person.id === own} />
      <ProjectsApproval person={person} />
      {person.id === own ? (
        <Section
          title="Your own account"
          lead="Your name and your password are changed in your account settings; another administrator can remove you."
        />
      ) : (
        <>
          <NameAndAddress key={person.id} person={person} />
          <PasswordLink person={person} />
          <RemovePerson person={person} />
        </>
      )}
    </Page>
  );
}
