import { Misfit } from '../../api/refusals.ts';
import type { Person } from './people-queries.ts';

/**
 * Who of the organization has that e-mail address, however it is written.
 * @throws Misfit for the field where it was written
 */
export function colleagueOf(people: readonly Person[], email: string, field: string): Person {
  const sought = email.trim().toLowerCase();
  const found = people.find((person) => person.email.toLowerCase() === sought);
  if (found === undefined) throw new Misfit(field, 'Nobody of your organization has this e-mail address.');
  return found;
}

/** What a person of the organization is called, if they are of it still. */
export const nameOf = (people: readonly Person[], id: string | null): string =>
  people.find((person) => person.id === id)?.handle ?? 'Somebody who left';
