import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { pathHere } from '../../api/path-here.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { seenFiles } from '../../api/seen-files.ts';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { wayOf } from '../../parts/isolated.ts';
import { Notice } from '../../parts/notice.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Select } from '../../parts/select.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Day } from '../../parts/times.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { FileCard } from './file-card.tsx';
import { type PlacedFile, recentFilesQuery } from './file-queries.ts';

const orders = [
  { id: 'changed', name: 'Last changed' },
  { id: 'seen', name: 'Last seen' },
  { id: 'name', name: 'Name' },
];
const forms = [
  { id: 'grid', name: 'Grid' },
  { id: 'list', name: 'List' },
];

/** The files of all teams: changed or seen lately, or found by a part of their names. */
export function HomeFiles() {
  const [sought, setSought] = useState('');
  const [order, setOrder] = useState('changed');
  const [form, setForm] = useState('grid');
  const name = useDeferredValue(sought.trim());
  const answer = useQuery({ ...recentFilesQuery(name), placeholderData: keepPreviousData });
  const files = inOrder(answer.data?.files ?? [], order, seenFiles());
  return (
    <Section title="Recent">
      <div className="home-controls">
        <TextField
          label="Search by name"
          name="search"
          value={sought}
          onChange={setSought}
          autoComplete="off"
        />
        <Select label="Sort by" choices={orders} value={order} onChange={setOrder} />
        <Select label="Show as" choices={forms} value={form} onChange={setForm} />
      </div>
      <p role="status" className="unseen">
        {name !== '' && answer.isSuccess && `${files.length} found`}
      </p>
      {answer.isPending && <Waiting />}
      {answer.isError && <Notice kind="wrong">{sentenceOf(answer.error)}</Notice>}
      {answer.isSuccess && files.length === 0 && <NoFiles name={name} order={order} />}
      {files.length > 0 && (form === 'grid' ? <Grid files={files} /> : <List files={files} />)}
    </Section>
  );
}

function NoFiles({ name, order }: { name: string; order: string }) {
  if (name !== '') return <p className="quiet">No file has “{name}” in its name.</p>;
  if (order === 'seen') return <p className="quiet">You have not opened any file in this browser yet.</p>;
  return (
    <Empty command="npx vitrine import design.fig --project ID">
      There are no files that you can see. Designs are put into a project of a team, on the page of the team.
    </Empty>
  );
}

/** By the time of the change, as the server answers them; by when they were opened here; or by name. */
function inOrder(files: readonly PlacedFile[], order: string, seen: ReadonlyMap<string, number>) {
  if (order === 'name') return files.toSorted((one, other) => one.name.localeCompare(other.name));
  if (order !== 'seen') return files;
  const when = ({ key }: PlacedFile) => seen.get(key) ?? 0;
  return files.filter((file) => when(file) > 0).toSorted((one, other) => when(other) - when(one));
}

const placeOf = ({ team_name, project_name }: PlacedFile): string =>
  wayOf(team_name === null ? [project_name] : [team_name, project_name]);

const Grid = ({ files }: { files: readonly PlacedFile[] }) => (
  <ByAndBy items={files} step={100}>
    {(some) => (
      <ul className="file-grid" aria-label="Recent files">
        {some.map((file) => (
          <li key={file.key}>
            <FileCard file={file} place={placeOf(file)} />
          </li>
        ))}
      </ul>
    )}
  </ByAndBy>
);

const columns: readonly Column<PlacedFile>[] = [
  { name: 'Name', cell: ({ name, url }) => <a href={pathHere(url)}>{name}</a> },
  { name: 'In', cell: placeOf },
  { name: 'Changed', cell: ({ last_modified }) => <Day at={last_modified} /> },
];

const List = ({ files }: { files: readonly PlacedFile[] }) => (
  <Table name="Recent files" columns={columns} rows={files} keyOf={({ key }) => key} />
);
