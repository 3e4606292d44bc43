import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { basePath } from '../../api/base-path.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { useRoom } from '../room.ts';
import { NameVersion } from './name-version.tsx';
import { VersionList } from './version-list.tsx';
import { versionsQuery } from './versions-query.ts';
import './versions.css';

/** The page that compares what is looked at with what the file is now, or this with the version before. */
const compareAddress = (file: string, version: string | undefined): string =>
  `${basePath}/files/compare/${file}${version === undefined ? '' : `?from=${version}`}`;

/** The history of the file, the newest first; a version is looked at by a click. */
export function VersionsPanel() {
  const { file, facts, version, mayEdit, closed } = useRoom();
  // While an older version is shown the history is that of the file all the same.
  const history = useInfiniteQuery(versionsQuery(file, version === undefined ? facts.state : 'older'));
  const versions = useMemo(() => history.data?.pages.flatMap((page) => page.versions) ?? [], [history.data]);
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const mayShowOlder = hasNextPage && !isFetching && !isFetchNextPageError;
  const showOlder = useCallback(() => {
    if (mayShowOlder) void fetchNextPage();
  }, [mayShowOlder, fetchNextPage]);
  return (
    <>
      {closed !== undefined && <p className="panel-words">{closed}</p>}
      {mayEdit && version === undefined && <NameVersion />}
      <p className="panel-words">
        <a href={compareAddress(file, version)}>Compare versions</a>
      </p>
      {history.error !== null && <p className="panel-words">{sentenceOf(history.error)}</p>}
      {history.isPending && <p className="panel-words">Loading the history…</p>}
      <VersionList versions={versions} onEnd={showOlder} />
      {isFetchingNextPage && <p className="panel-words">Loading older versions…</p>}
      {isFetchNextPageError && (
        <div className="panel-more">
          <button type="button" className="button" onClick={() => void fetchNextPage()}>
            Show older versions
          </button>
        </div>
      )}
    </>
  );
}
