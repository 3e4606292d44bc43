import { useRoom } from '../room.ts';
import { goTo } from '../use-place.ts';

/** Says that what is shown is not what the file is now. */
export function OldVersionNotice() {
  const { version } = useRoom();
  if (version === undefined) return null;
  return (
    <div className="old-version" role="status">
      <span>You are looking at an older version.</span>
      <button type="button" className="quiet-button" onClick={() => goTo({ version: undefined })}>
        Show the current version
      </button>
    </div>
  );
}
