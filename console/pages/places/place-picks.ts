import type { Pick } from '../../parts/picker.tsx';
import type { Project, Team } from '../files/file-queries.ts';

/** A folder's name with those of the folders it is in. */
export function placeOf(project: Project, all: readonly Project[]): string {
  const parent = all.find(({ id }) => id === project.parent);
  return parent === undefined ? project.name : `${placeOf(parent, all)} / ${project.name}`;
}

/** Projects to choose from, each with its team. */
export const picksOf = (projects: readonly Project[], teams: readonly Team[]): Pick[] =>
  projects.map((project) => ({
    id: project.id,
    name: placeOf(project, projects),
    detail: teams.find(({ id }) => id === project.team)?.name,
  }));
