import type { Person } from './people-queries.ts';

/** What a person of the organization is called, if they are of it still. */
export const nameOf = (people: readonly Person[], id: string | null): string =>
  people.find((person) => person.id === id)?.handle ?? 'Somebody who left';
