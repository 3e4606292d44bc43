import type { ReactNode } from 'react';
import { wordsOf } from '../../api/scope-groups.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { Logo } from './app-mark.tsx';
import type { Configuration } from './configuration.ts';
import './differences.css';

interface Difference {
  readonly name: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

interface DifferencesProps {
  readonly before: Configuration;
  readonly after: Configuration;
  readonly names: readonly [before: string, after: string];
}

/** Two configurations side by side, as far as they differ. */
export function Differences({ before, after, names: [one, other] }: DifferencesProps) {
  const columns: readonly Column<Difference>[] = [
    { name: 'What', cell: ({ name }) => name },
    { name: one, cell: (difference) => <div className="changed-lines">{difference.before}</div> },
    { name: other, cell: (difference) => <div className="changed-lines">{difference.after}</div> },
  ];
  const rows = aspects
    .filter(({ of }) => JSON.stringify(of(before)) !== JSON.stringify(of(after)))
    .map(({ name, of, show }) => ({ name, before: show(of(before)), after: show(of(after)) }));
  return (
    <div className="differences">
      <Table name="Differences" columns={columns} rows={rows} keyOf={({ name }) => name} />
    </div>
  );
}

interface Aspect {
  readonly name: string;
  readonly of: (configuration: Configuration) => unknown;
  readonly show: (value: unknown) => ReactNode;
}

const text = (name: string, of: (configuration: Configuration) => string | null | undefined): Aspect => ({
  name,
  of: (configuration) => of(configuration) || null,
  show: (value) => (value === null ? 'None' : String(value)),
});
const lines = (name: string, of: (configuration: Configuration) => readonly string[]): Aspect => ({
  name,
  of: (configuration) => [...of(configuration)].sort(),
  show: (value) => (value as string[]).map((line) => <p key={line}>{line}</p>),
});

const aspects: readonly Aspect[] = [
  text('Name', ({ name }) => name),
  text('Description', ({ description }) => description),
  text('Website', ({ website }) => website),
  {
    name: 'Logo',
    of: ({ logo }) => logo,
    show: (logo) => (logo === null ? 'None' : <Logo name="" logo={String(logo)} />),
  },
  lines('Redirect addresses', ({ redirect_urls }) => redirect_urls),
  lines('Scopes', ({ scopes }) => scopes.map(wordsOf)),
  text('Support contact', ({ support_contact }) => support_contact),
  text('Steps for the reviewer', ({ testing_instructions }) => testing_instructions?.steps),
  text('Video', ({ testing_instructions }) => testing_instructions?.video_url),
  text('Trial', ({ testing_instructions }) => testing_instructions?.trial),
];
