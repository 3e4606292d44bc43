import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { sentenceOf } from '../../api/refusals.ts';
import { versionsQuery } from '../../file-page/versions/versions-query.ts';
import { ArchivedNotice } from '../../parts/archived-notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { fileQuery } from './compare-queries.ts';
import { type Comparison, comparisonOf } from './comparison.ts';
import { FileLink } from './file-link.tsx';
import { Frames } from './frames.tsx';
import { MergeSection } from './merge-section.tsx';
import { NewBranch } from './new-branch.tsx';
import { NodeChanges } from './node-changes.tsx';
import { SidesForm } from './sides-form.tsx';
import './compare.css';

/** Two versions of a file, or a file and its branch: what is another, seen and node by node. */
export function ComparePage() {
  const { fileKey: file } = useParams({ strict: false }) as { fileKey: string };
  const given = useSearch({ strict: false }) as Comparison;
  const navigate = useNavigate();
  const facts = useSuspenseQuery(fileQuery(file)).data;
  const history = useInfiniteQuery(versionsQuery(file, facts.version));
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? [];
  const { to = file, from = versions[1]?.id, frame, view } = given;
  const goTo = (next: Comparison): void =>
    void navigate({ to: '.', search: comparisonOf({ ...given, ...next }) as never });
  const sides = from === undefined ? undefined : { file, from, to };
  return (
    <Page
      title={facts.name}
      part="Compare"
      lead={
        <>
          What differs between two versions. <FileLink file={file} name={facts.name} />
        </>
      }
      breadcrumbs={[{ name: 'Files', to: '/files' }]}
      action={<NewBranch file={file} facts={facts} onMade={(branch) => goTo({ from: file, to: branch })} />}
      isWide
    >
      <ArchivedNotice archived={facts.archived} />
      <SidesForm
        sides={{ file, from, to }}
        facts={facts}
        versions={versions}
        hasOlder={history.hasNextPage}
        onOlder={() => void history.fetchNextPage()}
        onChange={(next) => goTo({ ...next, frame: '' })}
      />
      {sides === undefined ? (
        <Section label="What changed">
          {history.isPending && <Waiting />}
          {history.isError && <Notice kind="wrong">{sentenceOf(history.error)}</Notice>}
          {history.isSuccess && (
            <Empty>There is only one version so far. Later ones can be compared with it here.</Empty>
          )}
        </Section>
      ) : (
        <>
          <MergeSection sides={sides} facts={facts} />
          <Frames sides={sides} frame={frame} view={view ?? 'beside'} goTo={goTo} />
          <NodeChanges sides={sides} name={facts.name} />
        </>
      )}
    </Page>
  );
}
