import { isolated } from '../../parts/isolated.ts';
import type { Pick } from '../../parts/picker.tsx';
import type { Project, Team } from '../files/file-queries.ts';

/** Tells of a project its name with those of the folders it is in. */
export function placesAmong(all: readonly Project[]): (project: Project) => string {
  const byId = new Map(all.map((project) => [project.id, project]));
  const placeOf = (project: Project): string => {
    const parent = project.parent === null ? undefined : byId.get(project.parent);
    const name = isolated(project.name);
    return parent === undefined ? name : `${placeOf(parent)} / ${name}`;
  };
  return placeOf;
}

/** Projects to choose from, each with its team. */
export function picksOf(projects: readonly Project[], teams: readonly Team[]): Pick[] {
  const placeOf = placesAmong(projects);
  const teamNames = new Map(teams.map(({ id, name }) => [id, name]));
  return projects.map((project) => ({
    id: project.id,
    name: placeOf(project),
    detail: teamNames.get(project.team),
  }));
}
