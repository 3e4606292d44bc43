import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

interface ByAndByProps<Item> {
  readonly items: readonly Item[];
  /** So many are shown at first, and more each time that more are asked for. */
  readonly step: number;
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** A list that may hold thousands of things, of which as many are drawn as somebody wants to see. */
export function ByAndBy<Item>({ items, step, children }: ByAndByProps<Item>) {
  const [count, setCount] = useState(step);
  const left = items.length - count;
  return (
    <>
      {children(items.slice(0, count))}
      {left > 0 && (
        <div>
          <Button onPress={() => setCount(count + step)}>
            Show {Math.min(left, step)} more of {left}
          </Button>
        </div>
      )}
    </>
  );
}
