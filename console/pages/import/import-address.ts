import { type Answer, call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { filesQuery } from '../files/file-queries.ts';
import { putJob } from './import-jobs.ts';

interface Addressed {
  readonly upstream: string;
  readonly project: string;
  readonly url: string;
}

type Pulled = Answer<'POST /workspace/v1/upstreams/{upstream_id}/pull'>;

/** Has the server read a design of another server; the line among the imports tells how that went. */
export function importAddress({ upstream, project, url }: Addressed): void {
  const job = { id: crypto.randomUUID(), title: titleOf(url), place: project, sent: 1 };
  putJob({ ...job, state: 'reading' });
  call('POST /workspace/v1/upstreams/{upstream_id}/pull', {
    path: { upstream_id: upstream },
    body: { url, project },
  })
    .then((pulled) => putJob({ ...job, state: 'done', pushed: { ...pulled, warnings: warningsOf(pulled) } }))
    .catch((error) => putJob({ ...job, state: 'refused', refusal: sentenceOf(error) }))
    .finally(() => queries.invalidateQueries(filesQuery(project)));
}

/** What was left out of the design, and parts that did not come. */
const warningsOf = ({ warnings, parts }: Pulled): Pulled['warnings'] => [
  ...warnings,
  ...parts
    .filter(({ state }) => state !== 'done')
    .map(({ part, reason }) => ({ node: null, reason: `Not brought: ${part}. ${reason ?? ''}`.trim() })),
];

/** The last words of an address, which name the design. */
function titleOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const last =
    path
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? url;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
