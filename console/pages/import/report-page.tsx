import { useParams } from '@tanstack/react-router';
import { basePath } from '../../api/base-path.ts';
import { pathHere } from '../../api/path-here.ts';
import { NothingHere } from '../../frame/fallback-pages.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { type Pushed, useImportJobs } from './import-jobs.ts';
import './import.css';

type Warning = Pushed['warnings'][number];

const breadcrumbs = [{ name: 'Files', to: '/files' }];

/** What became of a design on its way in: what could not be taken, with a link to each node. */
export function ReportPage() {
  const { jobId } = useParams({ strict: false }) as { jobId: string };
  const job = useImportJobs().find(({ id }) => id === jobId);
  if (job?.pushed === undefined) return <NothingHere />;
  const { key, name, version, nodes, warnings } = job.pushed;
  const reasons = Object.entries(Object.groupBy(warnings, ({ reason }) => reason));
  return (
    <Page title={`Import of ${job.title}`} breadcrumbs={breadcrumbs}>
      <Section title="What came">
        <Facts
          facts={[
            [
              'File',
              <a key="file" href={`${basePath}/design/${encodeURIComponent(key)}`}>
                {name}
              </a>,
            ],
            ['Version', version],
            ['Layers', nodes.toLocaleString('en')],
          ]}
        />
        {warnings.length === 0 && <Notice kind="good">Everything was taken as it is.</Notice>}
      </Section>
      {reasons.length > 0 && (
        <Section
          title="What to look at"
          lead="These parts of the design were left out, or came in another form. Everything else is there."
        >
          {reasons.map(([reason, group = []]) => (
            <Reason key={reason} reason={reason} warnings={group} />
          ))}
        </Section>
      )}
    </Page>
  );
}

/** So many nodes are linked for each reason. */
const mostNodes = 200;

function Reason({ reason, warnings }: { reason: string; warnings: readonly Warning[] }) {
  const linked = warnings.filter(({ node }) => node !== null);
  const left = linked.length - mostNodes;
  return (
    <div>
      <p>{reason}</p>
      {linked.length > 0 && (
        <ul className="report-nodes">
          {linked.slice(0, mostNodes).map(({ node, url }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a node may be named twice, and the list never changes
            <li key={index}>{url === undefined ? node : <a href={pathHere(url)}>{node}</a>}</li>
          ))}
          {left > 0 && <li className="quiet">and {left} more</li>}
        </ul>
      )}
    </div>
  );
}
