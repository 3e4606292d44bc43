import { goTo } from '../use-place.ts';

/** Says that the address names what is not there. */
export const MissingNode = ({ problem }: { problem: string }) => (
  <div className="canvas-notice" role="alert">
    <span>{problem}</span>
    <button type="button" className="quiet-button" onClick={() => goTo({ node: undefined })}>
      Close
    </button>
  </div>
);
