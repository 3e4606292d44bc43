import { useQuery } from '@tanstack/react-query';
import { Button } from '../../parts/button.tsx';
import { Chooser } from '../../parts/chooser.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { projectsQuery, teamsQuery } from '../files/file-queries.ts';
import type { Sought } from './sought.ts';

interface FiltersProps {
  readonly sought: Sought;
  readonly seek: (sought: Sought) => void;
}

const all = { id: '', name: 'All' };
const types = [
  all,
  ...[
    ['TEXT', 'Texts'] as const,
    ['FRAME', 'Frames'] as const,
    ['COMPONENT', 'Components'] as const,
    ['COMPONENT_SET', 'Component sets'] as const,
    ['INSTANCE', 'Instances'] as const,
    ['SECTION', 'Sections'] as const,
    ['CANVAS', 'Pages'] as const,
    ['DOCUMENT', 'Files'] as const,
  ].map(([id, name]) => ({ id, name })),
];

/** What narrows a search: kind, team, project and font here, what else the address says as buttons that take it away. */
export function SearchFilters({ sought, seek }: FiltersProps) {
  const { type = '', team = '', project = '', font = '' } = sought;
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const projects = useQuery({ ...projectsQuery(team), enabled: team !== '' }).data?.projects ?? [];
  return (
    <>
      <div className="search-filters">
        <Select label="Kind" choices={types} value={type} onChange={(id) => seek({ ...sought, type: id })} />
        <Chooser
          label="Team"
          choices={[all, ...teams]}
          value={team}
          onChange={(id) => seek({ ...sought, team: id, project: '' })}
        />
        {team !== '' && (
          <Chooser
            label="Project"
            choices={[all, ...projects]}
            value={project}
            onChange={(id) => seek({ ...sought, project: id })}
          />
        )}
        <TextField
          label="Font"
          name="font"
          placeholder="As Inter"
          maxLength={200}
          autoComplete="off"
          value={font}
          onChange={(family) => seek({ ...sought, font: family })}
        />
      </div>
      <OtherFilters sought={sought} seek={seek} />
    </>
  );
}

const others = ['file', 'page', 'component', 'style', 'variable'] as const;

function OtherFilters({ sought, seek }: FiltersProps) {
  const shown = others.filter((name) => sought[name] !== undefined);
  if (shown.length === 0) return null;
  return (
    <div className="page-action">
      {shown.map((name) => (
        <Button key={name} kind="plain" onPress={() => seek({ ...sought, [name]: '' })}>
          Not only {name} {sought[name]}
        </Button>
      ))}
    </div>
  );
}
