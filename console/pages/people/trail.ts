/** Pages above those of one person. */
export const peopleTrail = [
  { name: 'Settings', to: '/settings' },
  { name: 'People', to: '/settings/organization/people' },
];
