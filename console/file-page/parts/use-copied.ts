import { useEffect, useState } from 'react';

const shownMs = 1600;

/** Puts texts on the clipboard, and what is said about it for a moment. */
export function useCopied(): { readonly said: string; copy(text: string): void } {
  const [said, say] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => say(''), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  return {
    said,
    copy: (text) => {
      navigator.clipboard.writeText(text).then(
        () => say('Copied'),
        () => say('The browser refused to copy.'),
      );
    },
  };
}
