import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { sessionQuery } from '../api/session.ts';
import { organizationQuery } from '../pages/account/account-queries.ts';
import { teamsQuery } from '../pages/files/file-queries.ts';
import { teamPath } from '../pages/files/team-path.ts';
import { groups, type Place } from './navigation.ts';
import './side.css';

/** So many teams stand in the navigation; all of them stand among the files. */
const mostTeams = 12;

/** The way to every page, in groups: files, you, the organization, developers, the installation. */
export function SideNavigation({ id, isOpen }: { id: string; isOpen: boolean }) {
  const session = useSuspenseQuery(sessionQuery).data;
  const organization = useQuery(organizationQuery).data;
  return (
    <nav className={isOpen ? 'side is-open' : 'side'} aria-label="Main" id={id}>
      <Group places={[{ name: 'Files', to: '/files' }]} />
      <Teams />
      {groups.map(({ name, isOfOrganization, places }) => {
        const shown = places.filter(({ isFor }) => isFor?.(session) ?? true);
        const heading = isOfOrganization ? (organization?.name ?? name) : name;
        return shown.length > 0 && <Group key={name} name={heading} places={shown} />;
      })}
    </nav>
  );
}

function Teams() {
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const places = teams.map((team) => ({ name: team.name, to: teamPath(team), isWhole: true as const }));
  return places.length > 0 && <Group name="Your teams" places={places.slice(0, mostTeams)} />;
}

function Group({ name, places }: { name?: ReactNode; places: readonly Place[] }) {
  const id = useId();
  return (
    <div className="side-group">
      {name !== undefined && <h2 id={id}>{name}</h2>}
      <ul {...(name === undefined ? {} : { 'aria-labelledby': id })}>
        {places.map((place) => (
          <li key={place.to}>
            <Link to={place.to} activeOptions={{ exact: place.isWhole !== true }}>
              {place.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
