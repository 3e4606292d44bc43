import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ServerRefusal, sentenceOf } from '../../api/refusals.ts';
import { useLiveFile } from '../../live/use-live-file.ts';
import { ArchivedNotice } from '../../parts/archived-notice.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { fileQuery } from '../compare/compare-queries.ts';
import { FileLink } from '../compare/file-link.tsx';
import { VariablesDesk } from './variables-desk.tsx';
import { variablesQuery } from './variables-query.ts';
import './variables.css';

/** The variables of a file: looked at, changed, brought in and taken out. */
export function VariablesPage() {
  const { fileKey: file } = useParams({ strict: false }) as { fileKey: string };
  const facts = useSuspenseQuery(fileQuery(file)).data;
  const answer = useQuery(variablesQuery(file));
  useLiveFile(file);
  return (
    <Page
      title={facts.name}
      part="Variables"
      lead={
        <>
          The variables of this file. <FileLink file={file} name={facts.name} />
        </>
      }
      breadcrumbs={[{ name: 'Files', to: '/files' }]}
      isWide
    >
      <ArchivedNotice archived={facts.archived} />
      {answer.isPending && <p className="quiet">Loading the variables…</p>}
      {answer.isError && <NoVariables error={answer.error} />}
      {answer.isSuccess && <VariablesDesk key={file} file={file} facts={facts} base={answer.data} />}
    </Page>
  );
}

const NoVariables = ({ error }: { error: unknown }) => (
  <Section label="Variables">
    <Notice kind="wrong">{sentenceOf(error)}</Notice>
    {error instanceof ServerRefusal && error.status === 403 && (
      <Empty>
        Variables are read by full members of an organization whose plan is Enterprise, and changed by those
        of them who may edit the file. The designs that follow them are there for everybody who may see the
        file.
      </Empty>
    )}
  </Section>
);
