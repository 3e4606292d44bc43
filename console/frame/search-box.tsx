import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { focusFirstHit } from '../pages/search/hit-focus.ts';
import { useSought } from '../pages/search/use-sought.ts';
import '../parts/field.css';
import './search-box.css';

/** How long somebody pauses who waits to see what is found. */
const pauseMs = 200;

/** Looks through all files, from every page; `/` and Ctrl+K lead to it. */
export function SearchBox() {
  const { isHere, sought, seek } = useSought();
  const { q = '' } = sought;
  const [typed, setTyped] = useTyped(q);
  const box = useShortcut();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (text: string, afterMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => seek({ ...sought, q: text }), afterMs);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && focusFirstHit()) event.preventDefault();
  };
  return (
    <search className="search-box">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(typed, 0);
        }}
      >
        <input
          ref={box}
          className="input"
          type="search"
          name="q"
          aria-label="Search"
          aria-keyshortcuts="/ Control+K"
          placeholder="Search names and texts"
          maxLength={500}
          autoComplete="off"
          value={typed}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setTyped(target.value);
            if (isHere) search(target.value, pauseMs);
          }}
        />
      </form>
    </search>
  );
}

/** What stands in the box: what was typed, until the address says something else. */
function useTyped(q: string) {
  const [state, setState] = useState({ q, typed: q });
  if (state.q !== q) setState({ q, typed: state.typed.trim() === q ? state.typed : q });
  return [state.typed, (typed: string) => setState({ ...state, typed })] as const;
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function useShortcut() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !takesText(target);
      if (!isSlash && !(key === 'k' && (ctrlKey || metaKey))) return;
      event.preventDefault();
      box.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return box;
}
