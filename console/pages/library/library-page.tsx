import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useLiveFile } from '../../live/use-live-file.ts';
import { ArchivedNotice } from '../../parts/archived-notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { momentText } from '../../parts/times.tsx';
import { fileQuery } from '../compare/compare-queries.ts';
import { FileLink } from '../compare/file-link.tsx';
import { standingQuery } from './library-queries.ts';
import { OfferedSection } from './offered-section.tsx';
import { UnpublishedSection } from './unpublished-section.tsx';
import { UsedLibraries } from './used-libraries.tsx';
import './library.css';

/** A file as a library: what it offers, what is not published yet, who uses it, and what it uses itself. */
export function LibraryPage() {
  const { fileKey: file } = useParams({ strict: false }) as { fileKey: string };
  const facts = useSuspenseQuery(fileQuery(file)).data;
  useLiveFile(file);
  const isBranch = facts.mainFile !== undefined;
  return (
    <Page
      title={facts.name}
      part="Library"
      lead={
        <>
          What this file offers to others, and what it uses of them.{' '}
          <FileLink file={file} name={facts.name} />
        </>
      }
      breadcrumbs={[{ name: 'Files', to: '/files' }]}
      isWide
    >
      <ArchivedNotice archived={facts.archived} />
      {isBranch ? (
        <Notice kind="plain">A branch is not a library: its main file is published.</Notice>
      ) : (
        <Library file={file} name={facts.name} mayEdit={facts.mayEdit} />
      )}
    </Page>
  );
}

function Library({ file, name, mayEdit }: { file: string; name: string; mayEdit: boolean }) {
  const standing = useSuspenseQuery(standingQuery(file)).data;
  const { published } = standing;
  return (
    <>
      <p className="quiet">
        {published === null ? (
          'It has never been published.'
        ) : (
          <>
            Published {momentText(published.at)} by <bdi>{published.by}</bdi>
            {published.description === null || published.description === '' ? '.' : ': '}
            <bdi>{published.description}</bdi>
          </>
        )}
      </p>
      <UnpublishedSection file={file} standing={standing} mayEdit={mayEdit} />
      {published !== null && <OfferedSection file={file} name={name} />}
      <UsedLibraries file={file} libraries={standing.libraries} mayEdit={mayEdit} />
    </>
  );
}
