/** Pages above those of one person. */
export const peopleBreadcrumbs = [{ name: 'People', to: '/settings/organization/people' }];
