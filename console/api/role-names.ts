/** What roles, seats and plans are called. */
export const roleNames = { admin: 'Admin', member: 'Member', guest: 'Guest' } as const;
export const seatNames = {
  full: 'Full seat',
  dev: 'Dev seat',
  collab: 'Collab seat',
  view: 'View seat',
} as const;
export const planNames = {
  starter: 'Starter',
  professional: 'Professional',
  organization: 'Organization',
  enterprise: 'Enterprise',
} as const;
export const teamRoleNames = { admin: 'Admin', editor: 'Editor', viewer: 'Viewer' } as const;

export type Role = keyof typeof roleNames;
export type Seat = keyof typeof seatNames;
export type Plan = keyof typeof planNames;
export type TeamRole = keyof typeof teamRoleNames;

/** The same to choose from. */
export const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([id, name]) => ({ id, name }));
