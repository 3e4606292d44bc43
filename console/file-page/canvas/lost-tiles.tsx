import { useRoom } from '../room.ts';

/** Says that some of the picture could not be loaded. */
export function LostTiles() {
  const { stage, lostTiles } = useRoom();
  if (lostTiles === 0) return null;
  return (
    <div className="canvas-notice" role="status">
      <span>Some of the picture could not be loaded.</span>
      <button type="button" className="quiet-button" onClick={stage.tryAgain}>
        Try again
      </button>
    </div>
  );
}
