import type { Person } from './people-store.ts';

/**
 * What is left of the account of somebody who stands in the history of files alone, by handle and picture: they were
 * removed, or are known from elsewhere. They are of no organization, and nothing lets them in.
 */
export const inHistoryAlone = {
  email: '',
  passwordHash: null,
  organizationId: null,
  role: 'guest',
  seat: 'view',
} as const satisfies Partial<Person>;
