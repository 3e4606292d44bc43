import { basePath } from '../../api/base-path.ts';
import { LongTable } from '../../parts/long-table.tsx';
import { Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { Moment } from '../../parts/times.tsx';
import { FileSteps } from './file-steps.tsx';
import type { Mirror, MirroredFile } from './mirror-queries.ts';
import { FileState, WhyNot } from './mirror-state.tsx';

/** The files of a mirror, each with how it stands and why. */
export const MirroredFiles = ({ mirror, mayChange }: { mirror: Mirror; mayChange: boolean }) => {
  const { files, counts } = mirror;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Section title="Files" {...(all > files.length ? { lead: `The first ${files.length} of ${all}.` } : {})}>
      {files.length === 0 ? (
        <p className="quiet">{whyNone(mirror)}</p>
      ) : (
        <LongTable
          name="Mirrored files"
          columns={[...columns, moreColumn(mayChange)]}
          rows={files}
          keyOf={({ key }) => key}
          textOf={({ name, key }) => `${name} ${key}`.toLowerCase()}
        />
      )}
    </Section>
  );
};

function whyNone({ settled, held_by_others }: Mirror): string {
  if (held_by_others.length > 0) return 'Other mirrors have all that is listed there.';
  return settled
    ? 'Nothing is listed there.'
    : 'The other server has not been asked yet which files there are.';
}

const columns: readonly Column<MirroredFile>[] = [
  {
    name: 'File',
    cell: ({ key, name, version }) =>
      version === null ? (
        name || key
      ) : (
        <a href={`${basePath}/design/${encodeURIComponent(key)}`}>{name || key}</a>
      ),
  },
  { name: 'State', cell: (file) => <FileState file={file} /> },
  {
    name: 'Looked at',
    cell: ({ checked_at }) => (checked_at === null ? 'never' : <Moment at={checked_at} />),
  },
  {
    name: 'Next',
    cell: ({ next_at }) => (next_at === undefined ? 'when the list says' : <Moment at={next_at} />),
  },
  { name: 'Why', cell: (file) => <WhyNot file={file} /> },
];

const moreColumn = (mayChange: boolean): Column<MirroredFile> => ({
  name: 'More',
  isUnseen: true,
  cell: (file) => <FileSteps file={file} mayDetach={mayChange} />,
});
