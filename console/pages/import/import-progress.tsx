import { Link } from '@tanstack/react-router';
import { basePath } from '../../api/base-path.ts';
import { Button } from '../../parts/button.tsx';
import { ByAndBy } from '../../parts/by-and-by.tsx';
import { forgetJob, type ImportJob, useImportJobs } from './import-jobs.ts';
import './import.css';

/** A line for each design that is on its way to these places, or came. */
export function ImportProgress({ places }: { places: readonly string[] }) {
  const jobs = useImportJobs().filter(({ place }) => places.includes(place));
  return (
    <div role="status">
      {jobs.length > 0 && (
        <ByAndBy items={jobs} step={50}>
          {(some) => (
            <ul className="import-jobs" aria-label="Imports">
              {some.map((job) => (
                <li key={job.id} className="import-job">
                  <strong>{job.title}</strong>
                  <State job={job} />
                </li>
              ))}
            </ul>
          )}
        </ByAndBy>
      )}
    </div>
  );
}

function State({ job }: { job: ImportJob }) {
  const { id, title, state, sent, refusal } = job;
  if (state === 'done' || state === 'refused')
    return (
      <>
        {state === 'refused' ? <span className="refusal">{refusal}</span> : <Done job={job} />}
        <Button kind="plain" aria-label={`Dismiss ${title}`} onPress={() => forgetJob(id)}>
          Dismiss
        </Button>
      </>
    );
  const words = { waiting: 'Waiting', sending: `${Math.floor(sent * 100)} % sent`, reading: 'Being read' };
  return (
    <>
      <progress aria-label={`${title}: ${words[state]}`} {...(state === 'sending' ? { value: sent } : {})} />
      <span className="quiet">{words[state]}</span>
    </>
  );
}

function Done({ job: { id, pushed } }: { job: ImportJob }) {
  if (pushed === undefined) return <span>Images added</span>;
  const { key, nodes, warnings } = pushed;
  return (
    <>
      <span className="quiet">{nodes === 1 ? '1 layer' : `${nodes.toLocaleString('en')} layers`}</span>
      <a href={`${basePath}/design/${encodeURIComponent(key)}`}>Open</a>
      <Link to={`/files/import/${id}`}>
        {warnings.length === 0 ? 'Report' : `Report: ${warnings.length} to look at`}
      </Link>
    </>
  );
}
