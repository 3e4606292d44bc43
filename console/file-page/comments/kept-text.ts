import { useState } from 'react';
import { useRoom } from '../room.ts';

/**
 * What is written as a new comment or as the reply to a thread, and what writes it: kept in this tab until it is
 * empty, also when the page was loaded again or the session ended meanwhile.
 */
export function useKeptText(thread = 'new'): [string, (text: string) => void] {
  const place = `vitrine comment ${useRoom().file} ${thread}`;
  const [text, setText] = useState(() => keptText(place));
  const write = (written: string): void => {
    keepText(place, written);
    setText(written);
  };
  return [text, write];
}

function keptText(place: string): string {
  try {
    return sessionStorage.getItem(place) ?? '';
  } catch {
    return '';
  }
}

/** Keeps it, as far as the browser has room. */
function keepText(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, text);
  } catch {
    // Without room there is nothing to come back to.
  }
}
