import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Tabs } from '../../parts/tabs.tsx';
import type { Team } from './file-queries.ts';
import { teamPath } from './team-path.ts';

interface TeamTabsProps {
  readonly team: Team;
  readonly shown: 'files' | 'members';
}

/** The pages of a team. An address with an older name of it becomes that of now. */
export function TeamTabs({ team, shown }: TeamTabsProps) {
  const { name } = useParams({ strict: false }) as { name?: string };
  const navigate = useNavigate();
  const paths = { files: teamPath(team), members: `${teamPath(team)}/members` };
  const to = paths[shown];
  const isOlder = name !== undefined && name !== decodeURIComponent(paths.files.split('/').at(-1) ?? '');
  useEffect(() => {
    if (isOlder) void navigate({ to, replace: true });
  }, [isOlder, navigate, to]);
  return (
    <Tabs
      name="Team"
      tabs={[
        { name: 'Files', to: paths.files },
        { name: 'Members', to: paths.members },
      ]}
    />
  );
}
