import { basePath } from '../api/base-path.ts';
import { MirrorMark } from './mirror-mark.tsx';
import { Icon } from './parts/icon.tsx';
import { prototypePath } from './prototype-address.ts';
import { useRoom } from './room.ts';
import { ShareButton } from './share/share-button.tsx';

/** Ways out of the file, its name, and what is done with all of it. */
export function TopBar({ onKeys }: { onKeys: () => void }) {
  const room = useRoom();
  const { file, facts } = room;
  const { place } = facts;
  return (
    <header className="top-bar">
      <nav className="way-out" aria-label="Way out">
        <a href={`${basePath}/files`} aria-label="All files" title="All files">
          <Icon name="home" />
        </a>
        {place !== undefined && (
          <>
            <a className="cut" dir="auto" href={`${basePath}/files/team/${encodeURIComponent(place.team)}`}>
              {place.project_name}
            </a>
            <span aria-hidden="true">/</span>
          </>
        )}
      </nav>
      <h1 className="cut" dir="auto" title={facts.name}>
        {facts.name}
      </h1>
      {facts.mirror !== undefined && <MirrorMark mirror={facts.mirror} />}
      <div className="top-actions">
        {place !== undefined && (
          <a
            className="icon-button"
            href={`${basePath}/files/library/${file}`}
            aria-label="Library"
            title="Library"
          >
            <Icon name="library" />
          </a>
        )}
        {place !== undefined && (
          <a
            className="icon-button"
            href={`${basePath}/files/variables/${file}`}
            aria-label="Variables"
            title="Variables"
          >
            <Icon name="variables" />
          </a>
        )}
        <a
          className="icon-button"
          href={prototypePath(room)}
          aria-label="Present"
          title="Present (Ctrl Alt Enter)"
        >
          <Icon name="present" />
        </a>
        <button type="button" className="icon-button" aria-label="Keys" title="Keys (?)" onClick={onKeys}>
          <Icon name="keys" />
        </button>
        <ShareButton />
      </div>
    </header>
  );
}
