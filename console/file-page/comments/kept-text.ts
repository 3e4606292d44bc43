import { useState } from 'react';
import { keepInTab, keptInTab } from '../../api/kept-in-tab.ts';
import { useRoom } from '../room.ts';

/** What is written as a new comment or as the reply to a thread, and what writes it: kept until it is empty. */
export function useKeptText(thread = 'new'): [string, (text: string) => void] {
  const place = `comment ${useRoom().file} ${thread}`;
  const [text, setText] = useState(() => keptInTab(place));
  const write = (written: string): void => {
    keepInTab(place, written);
    setText(written);
  };
  return [text, write];
}
