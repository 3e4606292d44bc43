import './waiting.css';

/** While the server is waited for: nothing at first, so that quick answers do not flicker. */
export const Waiting = () => (
  <p className="waiting quiet" role="status">
    Loading…
  </p>
);
