import { ActionButton } from '../../parts/action-button.tsx';
import { type App, approveApp } from './organization-apps-queries.ts';

const words = { none: 'Not approved', requested: 'Asked for', approved: 'Approved' } as const;

/** Whether the app may list projects and folders. To public apps those lists stay closed. @see PROJ-05, PROJ-06 */
export function AppApproval({ app: { client_id, name, state, projects_access } }: { app: App }) {
  if (state === 'public') return 'Closed to public apps';
  const isApproved = projects_access === 'approved';
  return (
    <>
      <div>{words[projects_access]}</div>
      <ActionButton
        kind="plain"
        words={isApproved ? 'Take back' : 'Approve'}
        label={isApproved ? `Take back the approval of ${name}` : `Approve ${name}`}
        action={() => approveApp(client_id, !isApproved)}
      />
    </>
  );
}
