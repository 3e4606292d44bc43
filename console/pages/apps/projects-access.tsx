import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import { sessionQuery } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/section.tsx';
import { type App, askForProjects, openProjects } from './app-queries.ts';

const states = {
  none: 'Not approved. Where this server asks for an approval, the app is refused those lists.',
  requested: 'Asked for. An administrator of the organization decides.',
  approved: 'Approved. The app may list projects and folders for those who allow it.',
} as const;

/** The lists of projects and folders, to which apps need an approval. @see PROJ-05, PROJ-06 */
export function ProjectsAccess({ app }: { app: App }) {
  const wants = app.scopes.some((scope) => /^(projects|folders):/.test(scope));
  if (!wants || app.state === 'public' || app.visibility === 'public') return null;
  return (
    <Section title="Lists of projects and folders" lead={states[app.projects_access]}>
      <Decision app={app} />
    </Section>
  );
}

function Decision({ app: { client_id, organization, projects_access } }: { app: App }) {
  const { user, administers_installation } = useSuspenseQuery(sessionQuery).data;
  const isAdmin = administers_installation || (user.role === 'admin' && user.organization === organization);
  const run = useMutation({ mutationFn: (action: () => Promise<unknown>) => action() });
  const button = (words: string, action: () => Promise<unknown>) => (
    <div>
      <Button isPending={run.isPending} onPress={() => run.mutate(action)}>
        {words}
      </Button>
    </div>
  );
  return (
    <>
      {run.isError && <Notice kind="wrong">{sentenceOf(run.error)}</Notice>}
      {isAdmin &&
        (projects_access === 'approved'
          ? button('Take approval back', () => openProjects(client_id, false))
          : button('Approve', () => openProjects(client_id, true)))}
      {!isAdmin && projects_access === 'none' && button('Ask for approval', () => askForProjects(client_id))}
    </>
  );
}
