import { Link } from '@tanstack/react-router';
import type { Person } from './people-queries.ts';

/** Leads to the page of a person of one's own organization. */
export const PersonLink = ({ person: { id, handle } }: { person: Person }) => (
  <Link to={`/settings/organization/people/${encodeURIComponent(id)}`}>{handle}</Link>
);
