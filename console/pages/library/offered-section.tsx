import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pathHere } from '../../api/path-here.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { LongTable } from '../../parts/long-table.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import '../../parts/view-choices.css';
import { FileLink } from '../compare/file-link.tsx';
import {
  type Kind,
  type Offered,
  offeredQuery,
  type Usage,
  usagesQuery,
  usingFilesQuery,
} from './library-queries.ts';

interface OfferedProps {
  readonly file: string;
  readonly name: string;
}

const kindNames = { component: 'Components', style: 'Styles', variable: 'Variables' } as const;

/** What is published, by kind, with how often it is used and by which files. */
export function OfferedSection({ file, name }: OfferedProps) {
  const [kind, setKind] = useState<Kind>('component');
  return (
    <>
      <Section title="Published">
        <fieldset className="view-choices">
          <legend className="unseen">What is shown</legend>
          {(Object.keys(kindNames) as Kind[]).map((one) => (
            <label key={one}>
              <input type="radio" name="kind" checked={one === kind} onChange={() => setKind(one)} />
              {kindNames[one]}
            </label>
          ))}
        </fieldset>
        <OfferedTable key={kind} file={file} name={name} kind={kind} />
      </Section>
      <UsingFiles file={file} kind={kind} />
    </>
  );
}

function OfferedTable({ file, name, kind }: OfferedProps & { kind: Kind }) {
  const answer = useQuery(offeredQuery(file, kind));
  const usages = useQuery(usagesQuery(file, kind));
  if (answer.isPending) return <Waiting />;
  if (answer.isError) return <Notice kind="wrong">{sentenceOf(answer.error)}</Notice>;
  if (answer.data.length === 0) return <p className="quiet">None are published.</p>;
  return (
    <>
      <LongTable
        name={kindNames[kind]}
        columns={columnsOf({ file, name }, usages.data)}
        rows={answer.data}
        keyOf={({ key }) => key}
        textOf={(one) => `${one.name} ${one.description} ${one.place}`.toLowerCase()}
      />
      {usages.isError && (
        <p className="quiet">How often they are used is not told: {sentenceOf(usages.error)}</p>
      )}
    </>
  );
}

const columnsOf = (of: OfferedProps, usages: ReadonlyMap<string, Usage> | undefined): Column<Offered>[] => [
  { name: 'Name', cell: (one) => <Name of={of} offered={one} /> },
  { name: 'Stands in', cell: ({ place }) => <bdi>{place}</bdi> },
  ...(usages === undefined
    ? []
    : [
        { name: 'Used', cell: ({ key }: Offered) => (usages.get(key)?.usages ?? 0).toLocaleString('en') },
        { name: 'In files', cell: ({ key }: Offered) => (usages.get(key)?.files ?? 0).toLocaleString('en') },
        {
          name: 'Inserted lately',
          cell: ({ key }: Offered) => (usages.get(key)?.insertions ?? 0).toLocaleString('en'),
        },
      ]),
];

function Name({ of, offered: { name, description, picture, node } }: { of: OfferedProps; offered: Offered }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className="offered">
      {picture !== undefined && (
        <span className="offered-picture">
          {!isMissing && (
            <img src={pathHere(picture)} alt="" loading="lazy" onError={() => setMissing(true)} />
          )}
        </span>
      )}
      <span>
        {node === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <FileLink file={of.file} name={of.name} node={node} words={name} />
        )}
        {description !== '' && (
          <span className="offered-description quiet">
            <bdi>{description}</bdi>
          </span>
        )}
      </span>
    </span>
  );
}

function UsingFiles({ file, kind }: { file: string; kind: Kind }) {
  const answer = useQuery(usingFilesQuery(file, kind));
  // Where it may not be known, the table of what is published says so.
  if (answer.isError) return null;
  return (
    <Section title="Who uses it" lead="Files of your organization, counted by their current version.">
      {answer.isPending && <Waiting />}
      {answer.data?.length === 0 && (
        <p className="quiet">No file uses {kindNames[kind].toLowerCase()} of this library yet.</p>
      )}
      {answer.data !== undefined && answer.data.length > 0 && (
        <LongTable
          name="Files that use the library"
          columns={[
            { name: 'File', cell: ({ file_name: name }) => <bdi>{name}</bdi> },
            { name: 'Team', cell: ({ team_name: team }) => <bdi>{team}</bdi> },
            { name: 'Used', cell: ({ usages }) => usages.toLocaleString('en') },
          ]}
          rows={answer.data}
          keyOf={({ file_name: name, team_name: team, usages }) => `${team} ${name} ${usages}`}
          textOf={({ file_name: name, team_name: team }) => `${name} ${team}`.toLowerCase()}
        />
      )}
    </Section>
  );
}
