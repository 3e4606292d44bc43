import { useState } from 'react';
import { pathHere } from '../../api/path-here.ts';
import { TimeOfDay } from '../../parts/times.tsx';
import { useRoom } from '../room.ts';
import { goTo } from '../use-place.ts';
import type { Version } from './versions-query.ts';

interface VersionRowProps {
  readonly version: Version;
  readonly isCurrent: boolean;
}

/** A version with its picture, its name, who made it and at what time of its day. */
export function VersionRow({ version, isCurrent }: VersionRowProps) {
  const { version: shown } = useRoom();
  const { id, label, description, user, created_at } = version;
  const isShown = shown === id || (isCurrent && shown === undefined);
  return (
    <button
      type="button"
      className="version"
      aria-current={isShown}
      onClick={() => goTo({ version: isCurrent ? undefined : id }, { isStep: true })}
    >
      <VersionPicture address={version.thumbnail_url} />
      <span className="version-words">
        <strong>{label || (isCurrent ? 'Current version' : 'Without a name')}</strong>
        {description && <span>{description}</span>}
        <span className="quiet">
          {user.handle} · <TimeOfDay at={created_at} />
        </span>
      </span>
    </button>
  );
}

function VersionPicture({ address }: { address: string | undefined }) {
  const [isMissing, setMissing] = useState(address === undefined);
  return (
    <span className="version-picture">
      {!isMissing && address !== undefined && (
        <img src={pathHere(address)} alt="" loading="lazy" onError={() => setMissing(true)} />
      )}
    </span>
  );
}
