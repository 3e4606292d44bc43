import { Icon } from '../parts/icon.tsx';
import { goTo } from '../use-place.ts';

/** Back from a thread to all of them. */
export const BackToThreads = () => (
  <button type="button" className="quiet-button" onClick={() => goTo({ thread: undefined })}>
    <Icon name="chevron" />
    All threads
  </button>
);
