/** Pages above those of one person. */
export const peopleBreadcrumbs = [
  { name: 'Settings', to: '/settings' },
  { name: 'People', to: '/settings/organization/people' },
];
