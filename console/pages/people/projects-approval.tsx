import { ActionButton } from '../../parts/action-button.tsx';
import { Section } from '../../parts/section.tsx';
import { approveForProjects, type Person } from './people-queries.ts';

/** Whether the lists of projects and folders are open to the person's tools. @see PROJ-06 */
export const ProjectsApproval = ({ person: { id, projects_access } }: { person: Person }) => (
  <Section
    title="Lists of projects"
    lead={`${
      projects_access
        ? 'Approved: tools with a token of theirs may list projects and folders.'
        : 'Not approved: tools with a token of theirs may list projects and folders only where the server asks for no approval.'
    }`}
    action={
      <ActionButton
        words={projects_access ? 'Take back' : 'Approve'}
        label={
          projects_access ? 'Take back the approval for lists of projects' : 'Approve for lists of projects'
        }
        action={() => approveForProjects(id, !projects_access)}
      />
    }
  />
);
