import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { allProjectsQuery } from '../files/file-queries.ts';
import { administersOwn } from '../organization/administers-organization.ts';
import { useOwnProjects } from '../places/use-own-projects.ts';
import { type Mirror, mirrorsQuery, upstreamsQuery } from './mirror-queries.ts';
import { MirrorState } from './mirror-state.tsx';
import { countsWords, nameOf } from './mirror-words.ts';
import { NewMirror } from './new-mirror.tsx';
import { Upstreams } from './upstreams.tsx';
import './mirrors.css';

const lead =
  'Designs of other servers that are kept current here. They are read from here, even while the other server takes no calls.';

/** What is kept current with other servers, and by which tokens. */
export function MirrorsPage() {
  const session = useSuspenseQuery(sessionQuery).data;
  const { mirrors } = useSuspenseQuery(mirrorsQuery).data;
  const { upstreams } = useSuspenseQuery(upstreamsQuery).data;
  const projects = useOwnProjects();
  const add = upstreams.length > 0 && projects.length > 0 && (
    <NewMirror upstreams={upstreams} projects={projects} />
  );
  return (
    <Page title="Mirrors" lead={lead} action={mirrors.length > 0 && add} isWide>
      <Section title="What is kept current">
        {mirrors.length === 0 ? (
          <Empty
            {...(add === false
              ? {}
              : { action: add, command: 'npx vitrine mirror add --project ID --file ADDRESS' })}
          >
            {whyNone(upstreams.length > 0, projects.length > 0)}
          </Empty>
        ) : (
          <MirrorTable mirrors={mirrors} names={new Map(upstreams.map(({ id, name }) => [id, name]))} />
        )}
      </Section>
      <Upstreams upstreams={upstreams} mayChange={administersOwn(session)} />
    </Page>
  );
}

function whyNone(hasUpstreams: boolean, mayAdd: boolean): string {
  if (!hasUpstreams) return 'Nothing is mirrored yet. It begins with an upstream, below.';
  if (!mayAdd) return 'Nothing is mirrored yet. People who may edit a project can add a mirror to it.';
  return 'Nothing is mirrored yet: a file, a project or a team of an upstream can be.';
}

interface MirrorTableProps {
  readonly mirrors: readonly Mirror[];
  /** Of upstreams, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

function MirrorTable({ mirrors, names }: MirrorTableProps) {
  const projects = useQuery(allProjectsQuery).data?.projects ?? [];
  const columns: readonly Column<Mirror>[] = [
    {
      name: 'What',
      cell: (mirror) => (
        <Link to={`/settings/organization/mirrors/${encodeURIComponent(mirror.id)}`}>{nameOf(mirror)}</Link>
      ),
    },
    { name: 'Upstream', cell: ({ upstream }) => names.get(upstream) ?? upstream },
    { name: 'Lies in', cell: ({ project }) => projects.find(({ id }) => id === project)?.name ?? project },
    { name: 'State', cell: (mirror) => <MirrorState mirror={mirror} /> },
    { name: 'Files', cell: (mirror) => countsWords(mirror) },
  ];
  return <Table name="Mirrors" columns={columns} rows={mirrors} keyOf={({ id }) => id} />;
}
