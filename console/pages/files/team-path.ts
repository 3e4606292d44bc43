/** The address of a team's page: what finds it is the id, the name is for people. */
export const teamPath = ({ id, name }: { id: string; name: string }): string =>
  `/files/team/${encodeURIComponent(id)}/${encodeURIComponent(name.trim().replace(/\s+/g, '-') || 'Untitled')}`;
