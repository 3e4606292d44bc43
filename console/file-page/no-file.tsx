import { basePath } from '../api/base-path.ts';
import { goTo, usePlace } from './use-place.ts';

/** In place of a file that is not there, or not there yet. */
export function NoFile({ problem }: { problem: string | undefined }) {
  const { version } = usePlace();
  if (problem === undefined)
    return (
      <main className="no-file">
        <p className="unseen" role="status">
          Loading the file
        </p>
      </main>
    );
  return (
    <main className="no-file">
      <h1>{problem}</h1>
      <p>
        {version !== undefined && (
          <button type="button" className="button" onClick={() => goTo({ version: undefined })}>
            Show the current version
          </button>
        )}{' '}
        <a className="button" href={`${basePath}/files`}>
          All files
        </a>
      </p>
    </main>
  );
}
