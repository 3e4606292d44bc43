import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';

interface SureButtonProps {
  /** Words of the button that asks, as `Delete`. */
  readonly words: string;
  /** What it is read as where its words are those of many. */
  readonly label?: string;
  /** What is lost, where that is more than what the button stands beside. */
  readonly question?: string;
  readonly action: () => Promise<unknown>;
}

/** A button for what cannot be taken back: it asks once more in its place, and says what went wrong. */
export function SureButton({ words, label = words, question = 'Sure?', action }: SureButtonProps) {
  const [isAsked, ask] = useState(false);
  const run = useMutation({ mutationFn: action, onSuccess: () => ask(false) });
  const place = useFocusThatStays(isAsked);
  const keep = () => {
    run.reset();
    ask(false);
  };
  const keepByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // A dialog around it stays open.
    event.preventDefault();
    event.stopPropagation();
    keep();
  };
  if (!isAsked)
    return (
      <span ref={place}>
        <button type="button" className="quiet-button" aria-label={label} onClick={() => ask(true)}>
          {words}
        </button>
      </span>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is one of the buttons in it
    <span className="sure" ref={place} onKeyDown={keepByKey}>
      <span role="status">{question}</span>
      <button type="button" className="quiet-button" onClick={keep}>
        Keep
      </button>
      <button
        type="button"
        className="quiet-button wrong-button"
        disabled={run.isPending}
        onClick={() => run.mutate()}
      >
        {`${words} for good`}
      </button>
      {run.error !== null && <span role="alert">{sentenceOf(run.error)}</span>}
    </span>
  );
}

/** Where one button takes the place of another, the first one has the focus; not when the page comes. */
function useFocusThatStays(isAsked: boolean) {
  const place = useRef<HTMLSpanElement>(null);
  const before = useRef(isAsked);
  useEffect(() => {
    if (before.current !== isAsked) place.current?.querySelector('button')?.focus();
    before.current = isAsked;
  }, [isAsked]);
  return place;
}
