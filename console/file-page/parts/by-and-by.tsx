import { type ReactNode, useState } from 'react';

/** So many are shown at first, and more each time that more are asked for. */
const step = 100;

interface ByAndByProps<Item> {
  readonly items: readonly Item[];
  /** Whether the last ones are those to begin with, as of what is said in turn. */
  readonly isNewestLast?: boolean;
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** A list that may hold thousands of things, of which as many are drawn as somebody wants to see. */
export function ByAndBy<Item>({ items, isNewestLast = false, children }: ByAndByProps<Item>) {
  const [count, setCount] = useState(step);
  const left = items.length - count;
  const shown = children(isNewestLast ? items.slice(-count) : items.slice(0, count));
  return (
    <>
      {!isNewestLast && shown}
      {left > 0 && (
        <div className="panel-more">
          <button type="button" className="button" onClick={() => setCount(count + step)}>
            Show {Math.min(left, step)} {isNewestLast ? 'earlier' : 'more'} of {left}
          </button>
        </div>
      )}
      {isNewestLast && shown}
    </>
  );
}
