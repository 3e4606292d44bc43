import { useNavigate } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { DialogMenu } from '../../parts/dialog-menu.tsx';
import { type Team, teamsQuery } from '../files/file-queries.ts';
import { DeleteForm } from './delete-form.tsx';
import { archiveTeam, bringBackTeam, deleteTeam, renameTeam } from './place-writers.ts';
import { RenameForm } from './rename-form.tsx';

/** What can be done to a team, for those who administer it. */
export function TeamMenu({ team }: { team: Team }) {
  const navigate = useNavigate();
  const remove = async (withContents: boolean) => {
    await deleteTeam(team, withContents);
    await navigate({ to: '/files' });
    await queries.invalidateQueries(teamsQuery);
  };
  return (
    <DialogMenu
      label={`More for ${team.name}`}
      choices={[
        {
          name: 'Rename',
          title: `Rename ${team.name}`,
          content: (close) => (
            <RenameForm name={team.name} save={(next) => renameTeam(team, next)} close={close} />
          ),
        },
        team.archived_at === null
          ? { name: 'Archive', act: () => archiveTeam(team) }
          : { name: 'Bring back', act: () => bringBackTeam(team) },
        {
          name: 'Delete',
          title: `Delete ${team.name}?`,
          content: (close) => (
            <DeleteForm
              name={team.name}
              words="Its webhooks and its apps end with it. This cannot be undone."
              remove={remove}
              close={close}
            />
          ),
        },
      ]}
    />
  );
}
